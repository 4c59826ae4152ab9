"""An instructor's account: signing in and out, the password, the second factor."""
