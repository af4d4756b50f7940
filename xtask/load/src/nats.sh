# A NATS server in a folder of its own, for one program that tests: it says what is to be done, a line each, and is answered
# with a line. When it ends, however that happens, the server ends, and the folder is removed. With a folder that has a key and its
# certificate, it is reached over TLS alone.
set -u
cd /
port=$1
tls=${2:-}
PATH=$PATH:/usr/local/sbin:/usr/sbin
if ! command -v nats-server >/dev/null; then
    echo "NATS is missing: apt-get install nats-server"
    exit
fi
folder=$(mktemp -d -t beaufort-nats.XXXXXX) || exit
pid=
end() {
    [ -n "$pid" ] && kill -KILL "$pid" && wait "$pid"
    rm -rf "$folder"
}
trap end EXIT
trap '' INT
echo "$folder"

if [ -n "$tls" ]; then
    set -- --tls --tlscert "$tls/server.crt" --tlskey "$tls/server.key"
else
    set --
fi

is_ready() {
    grep -q "Server is ready" "$folder/log" 2>/dev/null
}

while read -r command; do
    case $command in
    start)
        rm -f "$folder/log"
        nats-server -js -sd "$folder/data" -a 127.0.0.1 -p "$port" -l "$folder/log" "$@" </dev/null >/dev/null 2>&1 &
        pid=$!
        tries=0
        until is_ready || [ $((tries += 1)) -gt 300 ] || ! kill -0 "$pid" 2>/dev/null; do
            sleep 0.1
        done
        is_ready && echo done || echo "the server does not start: $(tail -n 1 "$folder/log")"
        ;;
    kill)
        kill -KILL "$pid"
        wait "$pid" 2>/dev/null
        pid=
        echo done
        ;;
    esac
done
