"""Servers that start at once: `up` in forks of a process that has imported everything.

    python -m tests.support.durability.spawn PORT

For each line on standard input it starts one more server on the data in VAR_DIR, which an `up`
has prepared before; it prints its pid, and `ended` once it has ended.
"""

import os
import sys
import threading
from importlib import import_module

import django
from django.core.management import call_command
from django.urls import get_resolver

# What a server imports only when it starts or when the first request comes.
LATE = ["uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.protocols.http.auto"]


def serve(port: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    call_command("up", "--no-demo", "--port", str(port))


def main(port: int) -> None:
    django.setup()
    os.umask(0o077)
    from moderator.core import games as scenarios
    from moderator.server.management.commands import up

    import_module("moderator.server.asgi")
    for name in LATE:
        import_module(name)
    get_resolver().url_patterns  # noqa: B018 (reads them)
    scenarios.shipped()
    up._prepare = lambda *_: None  # no migrations, no files to collect: they take long
    assert threading.active_count() == 1  # a fork has one thread, whatever the original has
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            serve(port)
            os._exit(0)
        print(pid, flush=True)
        os.waitpid(pid, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
