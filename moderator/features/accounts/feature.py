"""What instructors' accounts add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.accounts import school
from moderator.features.accounts.pages import (
    code,
    one_time,
    password,
    second_factor,
    sign_in,
    sign_out,
)
from moderator.features.accounts.security import (
    account_data,
    own_passkeys,
    passkey,
    security,
)

FEATURE = Feature(
    urls=(
        path("sign-in/", sign_in, name="sign-in"),
        path("sign-in/code/", code, name="sign-in-code"),
        path("sign-in/passkey/", passkey, name="passkey"),
        path("sign-in/passkeys/", own_passkeys, name="own-passkeys"),
        path("sign-in/password/", password, name="password"),
        path("sign-in/second-factor/", second_factor, name="second-factor"),
        path("sign-in/security/", security, name="security"),
        path("sign-in/security/account.json", account_data, name="account-data"),
        path("sign-in/<str:token>/", one_time, name="one-time"),
        path("sign-out/", sign_out, name="sign-out"),
        # Not below sign-in/: they wait for another host, and passwords don't wait with them.
        path("school/", school.go, name="school"),
        path("school/back/", school.back, name="school-back"),
        path("school/account/", school.account, name="school-account"),
    ),
)
