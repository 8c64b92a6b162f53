package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;

/** Obligations of this kind: a range and a collapsed request get what the origin says. */
final class RangeObligations {

    private static final String WHOLE = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final String NO_WRITE = "A write has no part in what is stored of a representation.";

    private RangeObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of(
                                "A missing part that is private ends the use of the stored ones",
                                way -> missingPart(way, "private, max-age=60"))
                        .except(RequestWay.UNCACHED_WRITE, NO_WRITE)
                        .except(RequestWay.HEAD, "A HEAD has no content, so that no part is missing."),
                Obligation.of(
                                "A missing part that must not be stored ends the use of the stored ones",
                                way -> missingPart(way, "no-store"))
                        .except(RequestWay.UNCACHED_WRITE, NO_WRITE)
                        .except(RequestWay.HEAD, "A HEAD has no content, so that no part is missing."),
                Obligation.of("A client that joins gets octets before the end", RangeObligations::joined)
                        .except(RequestWay.UNCACHED_WRITE, "Writes are never collapsed.")
                        .except(RequestWay.HEAD, "A HEAD is not collapsed, and has no content."),
                Obligation.of("A stream is neither collapsed nor held back", RangeObligations::stream)
                        .except(RequestWay.UNCACHED_WRITE, "Writes are never collapsed.")
                        .except(RequestWay.HEAD, "A HEAD is not collapsed, and has no content."));
    }

    /** The origin sends half of a response, and waits. */
    private static void joined(RequestWay way) throws Exception {
        String path = UniquePath.next();
        OriginLatch gate = new OriginLatch();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway().origin(origin).start()) {
            origin.on(
                    path,
                    ResponseScript.status(200, "Cache-Control", "max-age=60")
                            .part(WHOLE)
                            .gate(gate)
                            .part(WHOLE));
            String[] fields = way == RequestWay.RANGE ? new String[] {"Range", "bytes=0-71"} : new String[0];
            try (RawClient first = gateway.connect().request("GET", path);
                    RawClient second = gateway.connect()) {
                StreamedResponse led = first.open("GET");
                String ledFirst = led.next();
                gate.awaitArrival();
                StreamedResponse joined = second.request("GET", path, fields).open("GET");
                String joinedFirst = joined.next();
                assertThat(WHOLE).startsWith(joinedFirst);
                gate.release();
                assertThat(ledFirst + rest(led)).isEqualTo(WHOLE + WHOLE);
                assertThat(joinedFirst + rest(joined)).isEqualTo(WHOLE + WHOLE);
            }
            assertThat(origin.count(path)).as("requests to the origin").isEqualTo(1);
        }
    }

    /** The origin sends the head of a stream, and waits. */
    private static void stream(RequestWay way) throws Exception {
        String path = UniquePath.next();
        OriginLatch gate = new OriginLatch();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway().origin(origin).start()) {
            ResponseScript events = ResponseScript.status(
                            200, "Cache-Control", "max-age=60", "Content-Type", "text/event-stream")
                    .chunked()
                    .part("data: 1\n\n")
                    .gate(gate)
                    .part("data: 2\n\n");
            origin.inTurn(path, events, ResponseScript.ok("of the other", "Cache-Control", "no-store"));
            try (RawClient first = gateway.connect().request("GET", path)) {
                StreamedResponse led = first.open("GET");
                String event = led.next();
                gate.awaitArrival();
                String[] fields = way == RequestWay.RANGE ? new String[] {"Range", "bytes=0-3"} : new String[0];
                assertThat(gateway.get(path, fields).content()).isEqualTo("of the other");
                gate.release();
                assertThat(event + rest(led)).isEqualTo("data: 1\n\ndata: 2\n\n");
            }
        }
    }

    private static String rest(StreamedResponse response) {
        return response.rest().content();
    }

    /** Stores a part; then the origin says something else with the next one, or with the rest. */
    private static void missingPart(RequestWay way, String control) throws Exception {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway().origin(origin).start()) {
            origin.on(path, request -> part(request, "max-age=60"));
            gateway.get(path, "Range", "bytes=0-29");
            origin.on(path, request -> part(request, control));
            ReceivedResponse response =
                    way == RequestWay.RANGE ? gateway.get(path, "Range", "bytes=20-33") : gateway.get(path);
            assertThat(response.field("Cache-Control")).isEqualTo(control);
            assertThat(response.content()).isEqualTo(way == RequestWay.RANGE ? WHOLE.substring(20, 34) : WHOLE);
            int asked = origin.count(path);
            gateway.get(path, "Range", "bytes=0-29");
            assertThat(origin.count(path)).as("requests to the origin").isEqualTo(asked + 1);
        }
    }

    private static ResponseScript part(ReceivedRequest request, String control) {
        String range = request.fields().get("Range").replace("bytes=", "");
        String[] fields = {"Cache-Control", control, "ETag", "\"1\""};
        if (range.isEmpty()) {
            return ResponseScript.ok(WHOLE, fields);
        }
        int dash = range.indexOf('-');
        int first = Integer.parseInt(range.substring(0, dash));
        int last = dash == range.length() - 1 ? WHOLE.length() - 1 : Integer.parseInt(range.substring(dash + 1));
        return ResponseScript.status(
                        206,
                        "Content-Range",
                        "bytes " + first + "-" + last + "/" + WHOLE.length(),
                        fields[0],
                        fields[1],
                        fields[2],
                        fields[3])
                .part(WHOLE.substring(first, last + 1));
    }
}
