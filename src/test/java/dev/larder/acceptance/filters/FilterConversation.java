package dev.larder.acceptance.filters;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One exchange of a client and an origin.
 *
 * @param name its name
 * @param wants which response the client wants of the origin
 * @param leaves whether the client leaves before the end
 */
record FilterConversation(String name, String method, String wants, Upload upload, boolean leaves) {

    private static final String SMALL = "{\"x\":1}";
    private static final String LARGE = "x".repeat(100_000);
    private static final String PIECE = "0123456789abcdef".repeat(1024);
    private static final int PIECES = 20;

    /** How content is sent. */
    enum Upload {
        NONE,
        SHORT,
        LONG,
        CHUNKED,
        BROKEN
    }

    static final List<FilterConversation> ALL = List.of(
            read("get", "fresh"),
            read("again", "fresh"),
            read("no-store", "nostore"),
            new FilterConversation("head", "HEAD", "headed", Upload.NONE, false),
            read("get-after-head", "headed"),
            read("missing", "missing"),
            read("chunked", "chunked"),
            read("chunked-again", "chunked"),
            read("sized", "sized"),
            read("no-store-sized", "unstored"),
            read("torn", "torn"),
            read("torn-chunked", "tornchunked"),
            read("hang-up", "hangup"),
            read("busy", "busy"),
            read("moved", "moved"),
            read("empty", "empty"),
            write("post", "POST", Upload.SHORT),
            write("post-nothing", "POST", Upload.NONE),
            write("post-long", "POST", Upload.LONG),
            write("post-chunked", "POST", Upload.CHUNKED),
            write("put", "PUT", Upload.SHORT),
            write("delete", "DELETE", Upload.NONE),
            new FilterConversation("post-hang-up", "POST", "hangup", Upload.SHORT, false),
            new FilterConversation("leaves", "GET", "chunked2", Upload.NONE, true),
            new FilterConversation("leaves-early", "GET", "delayed", Upload.NONE, true),
            new FilterConversation("post-broken", "POST", "created", Upload.BROKEN, true),
            read("last", "nostore"));

    static final FilterConversation SLOW = read("slow", "slow");

    private static FilterConversation read(String name, String wants) {
        return new FilterConversation(name, "GET", wants, Upload.NONE, false);
    }

    private static FilterConversation write(String name, String method, Upload upload) {
        return new FilterConversation(name, method, "created", upload, false);
    }

    static List<FilterConversation> of(FilterCase filters) {
        return filters.late() ? List.of(ALL.get(0), SLOW, ALL.get(15)) : ALL;
    }

    /** Holds it; empty if the client leaves. */
    Optional<ReceivedResponse> hold(RawClient client, String target, RawFields fields) {
        client.send(RawClient.head(method, target, fields.and(announced())) + content());
        if (!leaves) {
            return Optional.of(client.read(method));
        }
        if (upload == Upload.NONE && wants.startsWith("chunked")) {
            client.open(method);
        }
        client.end(wants.equals("created") ? TransferEnd.FIN : TransferEnd.RESET);
        return Optional.empty();
    }

    private RawFields announced() {
        return switch (upload) {
            case NONE -> RawFields.NONE;
            case SHORT -> RawFields.of("Content-Type", "application/json", "Content-Length", "" + SMALL.length());
            case LONG -> RawFields.of("Content-Type", "text/plain", "Content-Length", "" + LARGE.length());
            case CHUNKED -> RawFields.of("Content-Type", "text/plain", "Transfer-Encoding", "chunked");
            case BROKEN -> RawFields.of("Content-Type", "text/plain", "Content-Length", "1000");
        };
    }

    private String content() {
        return switch (upload) {
            case NONE -> "";
            case SHORT, BROKEN -> SMALL;
            case LONG -> LARGE;
            case CHUNKED -> RawClient.chunk(SMALL) + RawClient.chunk(LARGE) + "0\r\n\r\n";
        };
    }

    /** The origin's answer: by the query, or the last segment of the path. */
    static ResponseScript answer(ReceivedRequest request) {
        String query = request.target().contains("?") ? request.target().split("\\?", 2)[1] : "";
        String wanted = query.contains("wants=")
                ? query.replaceFirst(".*wants=([a-z0-9]*).*", "$1")
                : request.path().replaceFirst(".*/", "");
        return switch (wanted) {
            case "fresh", "headed" -> json("max-age=60");
            case "missing" ->
                ResponseScript.status(404, "Content-Type", "text/plain;charset=ISO-8859-1")
                        .part("no such caf\u00e9");
            case "chunked", "chunked2" -> pieces(fields(200, "max-age=60").chunked());
            case "sized" -> pieces(fields(200, "max-age=60"));
            case "unstored" -> pieces(fields(200, "no-store"));
            case "torn" -> pieces(fields(200, "max-age=60")).cutAt(50_000, TransferEnd.FIN);
            case "tornchunked" -> pieces(fields(200, "max-age=60").chunked()).cutAt(50_000, TransferEnd.RESET);
            case "hangup" -> ResponseScript.hangUp(TransferEnd.FIN);
            case "busy" -> fields(503, "no-store").part("busy");
            case "moved" ->
                ResponseScript.status(302, "Location", "http://object.test/v1/moved", "Cache-Control", "no-store");
            case "empty" -> ResponseScript.status(204, "Cache-Control", "no-store");
            case "created" ->
                ResponseScript.status(201, "Location", "http://object.test/v1/made", "X-Dup", "a")
                        .part("got " + request.length());
            case "delayed" -> json("no-store").latency(Duration.ofMillis(30));
            case "slow" -> json("no-store").latency(Duration.ofMillis(700));
            default -> json("no-store");
        };
    }

    private static ResponseScript json(String control) {
        return ResponseScript.status(
                        200,
                        "Content-Type",
                        "application/json",
                        "Cache-Control",
                        control,
                        "ETag",
                        "\"v1\"",
                        "X-Dup",
                        "a",
                        "X-Dup",
                        "a",
                        "X-Gone",
                        "here",
                        "X-Res",
                        "foo-1")
                .part("{\"a\":1,\"b\":\"two\"}");
    }

    private static ResponseScript fields(int status, String control) {
        return ResponseScript.status(
                status, "Content-Type", "text/plain", "Cache-Control", control, "X-Dup", "a", "X-Res", "foo-2");
    }

    private static ResponseScript pieces(ResponseScript script) {
        for (int i = 0; i < PIECES; i++) {
            script.part(PIECE);
        }
        return script;
    }

    @Override
    public String toString() {
        return name;
    }
}
