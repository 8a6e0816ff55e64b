# One image for web, worker, scheduler and follower; docker-compose.yml says which command each runs.
FROM python:3.13-slim
ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 WOVE_DATA=/data
WORKDIR /app
COPY requirements.lock ./
RUN pip install --require-hashes --no-deps -r requirements.lock
# PyTorch is not in the lock: its file differs from place to place. The default model runs without; for other kinds of
# models or a GPU give TORCH=torch==2.13.0 (TORCH_INDEX names PyTorch's own CPU index, see its start page).
ARG TORCH=
ARG TORCH_INDEX=
RUN if [ -n "$TORCH" ]; then pip install ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} "$TORCH"; fi
COPY . .
RUN useradd --system --create-home wovepaper && install -d -o wovepaper /data
USER wovepaper
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", \
     "--blocking-threads", "4", "--no-ws", "--http", "1", "--respawn-failed-workers", "wovepaper.wsgi:application"]
