"""Who may sign in. Our own user from the first migration, so that it can grow without a painful switch."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account; curators are users with `is_staff`."""
