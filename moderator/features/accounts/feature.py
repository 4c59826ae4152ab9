"""What instructors' accounts add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.accounts.pages import (
    code,
    one_time,
    own_passkeys,
    passkey,
    password,
    second_factor,
    sign_in,
    sign_out,
)

FEATURE = Feature(
    urls=(
        path("sign-in/", sign_in, name="sign-in"),
        path("sign-in/code/", code, name="sign-in-code"),
        path("sign-in/passkey/", passkey, name="passkey"),
        path("sign-in/passkeys/", own_passkeys, name="own-passkeys"),
        path("sign-in/password/", password, name="password"),
        path("sign-in/second-factor/", second_factor, name="second-factor"),
        path("sign-in/<str:token>/", one_time, name="one-time"),
        path("sign-out/", sign_out, name="sign-out"),
    ),
)
