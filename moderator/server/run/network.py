"""The listening socket, and the addresses of this machine."""

import errno
import ipaddress
import socket

# Reserved for documentation. Connecting a datagram socket sends nothing; it only makes the system
# choose the address that it would send from.
_FAR_AWAY = ("192.0.2.1", 9)


class CannotListen(Exception):
    """The site can't listen on the address; the message says why."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; connections wait in its backlog until they are served.

    Raises:
        CannotListen: unknown host, port in use, or not permitted.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise CannotListen(f"There is no address {host} on this machine: {error}") from error
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise CannotListen(_sentence(host, port, error)) from error
    return listening


def _sentence(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {host} is in use already, perhaps by this site. "
            f"Use another port: python3 manage.py up --port {port + 1 if port < 65535 else 8000}"
        )
    if error.errno == errno.EACCES:
        return f"You have no permission for port {port}. Use one from 1024 on, with --port."
    return f"The site can't listen on port {port} of {host}: {error.strerror}."


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """Whether the host means all addresses of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def phone_address() -> str | None:
    """The address at which phones in the same network reach this machine, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR_AWAY)
            found: str = probe.getsockname()[0]
        except OSError:  # no route: an isolated network, or none
            found = "0.0.0.0"  # noqa: S104 - compared, not listened on
    if not is_loopback(found) and not is_everywhere(found):
        return found
    return next(iter(_own_addresses()), None)


def names_everywhere() -> list[str]:
    """All names and addresses that a request may use when the site listens everywhere."""
    name = socket.gethostname().lower()
    found = [phone_address(), *_own_addresses(), name, f"{name.partition('.')[0]}.local"]
    return list(dict.fromkeys(each for each in found if each))


def in_url(host: str) -> str:
    """The host as it is written in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _own_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    addresses = dict.fromkeys(str(each[4][0]) for each in found)
    return [address for address in addresses if not is_loopback(address)]
