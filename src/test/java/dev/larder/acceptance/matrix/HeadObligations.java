package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.List;

/** Obligations of this kind: the fields of a response restrict what they restrict, however they are spelled. */
final class HeadObligations {

    private static final String NO_STORE =
            "A write without a cache neither stores its response nor answers by a stored one.";

    private HeadObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of("a malformed restriction restricts", HeadObligations::malformedRestrictionRestricts)
                        .except(RequestWay.UNCACHED_WRITE, NO_STORE));
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
            }
            gateway.check();
        }
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
