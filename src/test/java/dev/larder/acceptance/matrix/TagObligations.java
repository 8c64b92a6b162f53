package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Obligations of this kind: after a write, no read on any route is answered by the state before it. */
final class TagObligations {

    /** The present one. */
    private static final String SECOND = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes[%d].";

    private TagObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of("a write on a route to another address is seen", way -> {
                    try (var stage = new Stage(way, "http://localhost:%d", "")) {
                        stage.isSeen("/items/7", "/items/7", "/items/7");
                    }
                }),
                Obligation.of(
                        "a write on a route that forwards the client's path is seen where it is rewritten", way -> {
                            try (var stage = new Stage(way, "http://127.0.0.1:%d", "PrefixPath=/inner")) {
                                stage.isSeen("/items/7", "/items/7", "/items/7");
                            }
                        }),
                Obligation.of("a write under another name of what a route forwards is seen", way -> {
                    try (var stage = new Stage(way, "http://127.0.0.1:%d", "StripPrefix=1")) {
                        stage.isSeen("/items/7", "/api/items/7", "/items/7");
                    }
                }),
                Obligation.of("an identifier with zeros before it is the one without", way -> {
                    try (var stage = new Stage(way, "http://127.0.0.1:%d", "")) {
                        stage.isSeen("/items/0ab12cd34/notes", "/items/ab12cd34/notes", "/items/0ab12cd34/notes");
                    }
                }),
                Obligation.of("a read that the origin takes for a write is seen, or is none", way -> {
                    try (var stage = new Stage(way, "http://127.0.0.1:%d", "")) {
                        stage.isNoUnseenWrite("/items/7");
                    }
                }),
                Obligation.of(
                        "a write within the second of the write before is seen, though both have one date", way -> {
                            try (var stage = new Stage(way, "http://127.0.0.1:%d", "")) {
                                stage.isSeenWithinTheSecond("/items/7");
                            }
                        }));
    }

    /** Two routes: writes of clients that name one take the other way. */
    private static final class Stage implements AutoCloseable {

        private final RequestWay way;
        private final AtomicInteger version = new AtomicInteger();
        private final ScriptedOrigin origin = ScriptedOrigin.start();
        private final GatewayFixture gateway;

        Stage(RequestWay way, String uri, String filters) {
            this.way = way;
            origin.otherwise(this::answer);
            GatewayFixture.Builder builder = way.gateway();
            route(builder, 0, "GET,HEAD", "http://127.0.0.1:%d", "Cache");
            String write = way == RequestWay.UNCACHED_WRITE ? "WriteInvalidation" : "Cache";
            route(builder, 1, "PUT", uri, filters.isEmpty() ? write : filters + "," + write);
            route(builder, 2, "OPTIONS", uri, write);
            gateway = builder.start();
        }

        private void route(GatewayFixture.Builder builder, int number, String methods, String uri, String filters) {
            String route = ROUTES.formatted(number);
            builder.property(route + "id", "route" + number)
                    .property(route + "uri", uri.formatted(origin.port()))
                    .property(route + "predicates[0]", "Path=/**")
                    .property(route + "predicates[1]", "Method=" + methods);
            String[] each = filters.split(",", -1);
            for (int i = 0; i < each.length; i++) {
                builder.property(route + "filters[" + i + "]", each[i]);
            }
        }

        /** An origin that knows dates only. */
        private ResponseScript answerDated(ReceivedRequest request) {
            if (request.method().equals("PUT")) {
                version.incrementAndGet();
                return ResponseScript.status(204, "Date", SECOND);
            }
            if (request.fields().first("If-Modified-Since").equals(Optional.of(SECOND))) {
                return ResponseScript.status(304, "Date", SECOND, "Last-Modified", SECOND);
            }
            String[] fields = {
                "Cache-Control", "max-age=1000", "Date", SECOND, "Last-Modified", SECOND, "X-Version", "" + version
            };
            return ResponseScript.ok("version " + version.get(), fields);
        }

        void isSeenWithinTheSecond(String path) {
            origin.otherwise(this::answerDated);
            gateway.send("PUT", path, "content");
            gateway.get(path);
            assertThat(read(path).hit()).as("before").isTrue();
            assertThat(gateway.send("PUT", path, "content").status()).isEqualTo(204);
            assertThat(read(path).field("X-Version")).isEqualTo("2");
            assertThat(gateway.get(path).content()).isEqualTo("version 2");
            assertThat(read(path).hit()).as("after").isTrue();
        }

        private ResponseScript answer(ReceivedRequest request) {
            return request.method().equals("PUT") || request.fields().has("X-HTTP-Method-Override")
                    ? ResponseScript.ok("written " + version.incrementAndGet())
                    : ResponseScript.ok(
                            "version " + version.get(), "Cache-Control", "max-age=1000", "ETag", "\"" + version + "\"");
        }

        /** A read that is a hit is none after a write to what may be the same. */
        void isSeen(String read, String written, String again) {
            if (way == RequestWay.HEAD) {
                // A response to HEAD is not stored; what a GET has stored answers it.
                gateway.get(read);
            }
            read(read);
            assertThat(read(read).hit()).as("before").isTrue();
            assertThat(gateway.send("PUT", written, "content").status()).isEqualTo(200);
            ReceivedResponse after = read(again);
            assertThat(after.hit()).isFalse();
            assertThat(after.field("ETag")).isEqualTo("\"1\"");
        }

        /** Routes with a cache do not forward what makes it a write. */
        void isNoUnseenWrite(String path) {
            gateway.get(path);
            assertThat(read(path).hit()).as("before").isTrue();
            boolean forwards = way == RequestWay.UNCACHED_WRITE;
            gateway.ask(forwards ? "OPTIONS" : "GET", path, "X-HTTP-Method-Override", "PUT");
            assertThat(version).hasValue(forwards ? 1 : 0);
            assertThat(read(path).field("ETag")).isEqualTo("\"" + version + "\"");
        }

        private ReceivedResponse read(String path) {
            return switch (way) {
                case RANGE -> gateway.get(path, "Range", "bytes=0-3");
                case HEAD -> gateway.head(path);
                default -> gateway.get(path);
            };
        }

        @Override
        public void close() {
            try (origin) {
                gateway.close();
            }
        }
    }
}
