"""Static files with hashed names; the style sheets become one file when collected."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class JoinedStaticFiles(CompressedManifestStaticFilesStorage):
    pass
