package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Obligations of this kind: the fields of a response restrict what they restrict, however they are spelled. */
final class HeadObligations {

    private static final String NO_STORE =
            "A write without a cache neither stores its response nor answers by a stored one.";

    private HeadObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of("a malformed restriction restricts", HeadObligations::malformedRestrictionRestricts)
                        .except(RequestWay.UNCACHED_WRITE, NO_STORE),
                Obligation.of(
                        "what Connection names restricts, and goes no further", HeadObligations::hiddenFieldsCount));
    }

    private static void hiddenFieldsCount(RequestWay way) throws Exception {
        if (way == RequestWay.UNCACHED_WRITE) {
            hiddenGroupIsInvalidated(way);
            return;
        }
        neverShared(
                way,
                List.of("Cache-Control", "private, max-age=60", "Connection", "Cache-Control"),
                List.of("Cache-Control", "max-age=60", "Vary", "X-User", "Connection", "keep-alive, Vary"),
                List.of("Set-Cookie", "id=1", "Connection", "set-cookie"),
                List.of("CDN-Cache-Control", "no-store", "Connection", "\"CDN-Cache-Control\", CDN-Cache-Control"),
                List.of("Cache-Control", "private", "Connection", "\"cache-control\""),
                List.of("Cache-Control", "private", "Connection", "\"cache\\-control\""),
                List.of("Cache-Control", "max-age=60", "Vary", "X-User", "Connection", "close, \"vary\""),
                List.of("Cache-Control", "max-age=60", "Vary", "X-User", "Connection", "\"x-any,vary\""),
                List.of("Set-Cookie", "id=1", "Connection", "x-any, \"set-cookie\""),
                List.of("CDN-Cache-Control", "no-store", "Connection", "\"cdn-cache-control\""),
                List.of("Expires", "0", "Connection", "\"expires\""));
    }

    private static void hiddenGroupIsInvalidated(RequestWay way) throws Exception {
        String read = UniquePath.next();
        String routes = "spring.cloud.gateway.server.webflux.routes";
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway()
                        .property(routes + "[0].id", "write")
                        .property(routes + "[0].uri", origin.uri())
                        .property(routes + "[0].predicates[0]", "Path=/write")
                        .property(routes + "[0].filters[0]", "WriteInvalidation")
                        .property(routes + "[1].id", "read")
                        .property(routes + "[1].uri", origin.uri())
                        .property(routes + "[1].predicates[0]", "Path=/**")
                        .property(routes + "[1].filters[0]", "Cache")
                        .start()) {
            origin.on(read, ResponseScript.ok("x", "Cache-Control", "max-age=60", "Cache-Groups", "\"g\""));
            for (String option : List.of("Cache-Group-Invalidation", "\"cache-group-invalidation\"")) {
                String[] hidden = {"Cache-Group-Invalidation", "\"g\"", "Connection", option};
                origin.on("/write", ResponseScript.ok("y", hidden));
                gateway.get(read);
                assertThat(gateway.get(read).hit()).isTrue();
                assertThat(gateway.send("PUT", "/write", "z").fields().has("Cache-Group-Invalidation"))
                        .isFalse();
                assertThat(gateway.get(read).hit()).as(option).isFalse();
            }
        }
    }

    private static void malformedRestrictionRestricts(RequestWay way) throws Exception {
        neverShared(
                way,
                List.of("Cache-Control", "private;"),
                List.of("Cache-Control", "no-store max-age=60"),
                List.of("Cache-Control", "'private', max-age=60"),
                List.of("Cache-Control", "max-age:60"),
                List.of("Cache-Control", "public, max-age=60", "Vary", "'X-User'"),
                List.of("Cache-Control", "public, max-age=60", "CDN-Cache-Control", "no-store;"));
    }

    /** The response to one client, with these fields, never answers another; a rule has a lifetime for what states none. */
    @SafeVarargs
    private static void neverShared(RequestWay way, List<String>... responses) throws Exception {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway()
                        .origin(origin)
                        .property("larder.rules.all.paths", "/**")
                        .property("larder.rules.all.ttl", "60s")
                        .start()) {
            for (List<String> fields : responses) {
                String path = UniquePath.next();
                origin.on(path, request -> answer(way, request.fields().get("X-User"), fields));
                ask(gateway, way, path, "one");
                ReceivedResponse other = ask(gateway, way, path, "other");
                assertThat(other.cacheStatus()).as("%s", fields).doesNotContain("; hit");
                assertThat(origin.count(path)).as("%s", fields).isEqualTo(2);
                assertThat(other.field("X-Of")).as("%s", fields).isEqualTo("other");
                named(fields)
                        .forEach(name ->
                                assertThat(other.fields().has(name)).as(name).isFalse());
            }
            gateway.check();
        }
    }

    /** The fields that are named as those of the connection. */
    private static List<String> named(List<String> fields) {
        int at = fields.indexOf("Connection");
        return at < 0
                ? List.of()
                : Arrays.stream(fields.get(at + 1).replace("\\", "").split("[\", ]+"))
                        .filter(name -> !name.isEmpty())
                        .toList();
    }

    private static ResponseScript answer(RequestWay way, String user, List<String> fields) {
        List<String> all = new ArrayList<>(List.of("X-Of", user));
        all.addAll(fields);
        if (way == RequestWay.RANGE) {
            all.addAll(List.of("ETag", "\"t\"", "Content-Range", "bytes 0-3/8"));
            return ResponseScript.status(206, all.toArray(String[]::new)).part("part");
        }
        return ResponseScript.ok("whole", all.toArray(String[]::new));
    }

    private static ReceivedResponse ask(GatewayFixture gateway, RequestWay way, String path, String user) {
        return switch (way) {
            case RANGE -> gateway.get(path, "X-User", user, "Range", "bytes=0-3");
            case HEAD -> gateway.ask(user.equals("one") ? "GET" : "HEAD", path, "X-User", user);
            default -> gateway.get(path, "X-User", user);
        };
    }
}
