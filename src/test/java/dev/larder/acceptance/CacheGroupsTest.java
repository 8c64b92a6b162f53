package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Cache groups with two origins behind one gateway. RFC 9875 2 puts two responses into the same group only if they come from the
 * same origin; for its clients that is the gateway, whichever service answers behind it. A write may come by another route and
 * address than the read, so what services name is one name space: groups of one name are the same, whoever names them.
 */
class CacheGroupsTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes[";

    /** Filters of routes that pass writes on. */
    private static final List<String> WRITING = List.of("Cache", "WriteInvalidation", "EntityTags");

    private static ScriptedOrigin one;
    private static ScriptedOrigin two;
    private static GatewayFixture gateway;

    private final String unique = UniquePath.next();
    private final String read = "/one" + unique + "/read";
    private final String otherGroup = "/one" + unique + "/other-group";
    private final String otherOrigin = "/two" + unique + "/read";

    @BeforeAll
    static void start() {
        one = ScriptedOrigin.start();
        two = ScriptedOrigin.start();
        GatewayFixture.Builder builder = GatewayFixture.inJvm()
                .property("larder.collapse.timeout", "60s")
                .property("larder.rules.groups.paths", "/**")
                .property("larder.rules.groups.invalidation-scope", "groups");
        route(builder, 0, one, "/one/**", "Cache");
        route(builder, 1, two, "/two/**", "Cache");
        for (int i = 0; i < WRITING.size(); i++) {
            String route = ROUTES + (i + 2) + "].";
            route(builder, i + 2, one, "/one/**", WRITING.get(i));
            builder.property(route + "order", "-1")
                    .property(route + "predicates[1]", "Method=PUT")
                    .property(route + "predicates[2]", "Header=X-By, " + WRITING.get(i));
        }
        gateway = builder.start();
    }

    @AfterAll
    static void stop() {
        try {
            gateway.close();
        } finally {
            one.close();
            two.close();
        }
    }

    @BeforeEach
    void store() {
        stored(one, read, "\"a\", \"b\"");
        stored(one, otherGroup, "\"a\"");
        stored(two, otherOrigin, "\"a\", \"b\"");
    }

    @AfterEach
    void check() {
        gateway.check();
    }

    @Test
    void writeInvalidatesNamedGroupOfAllOrigins() {
        writes(one, "/one" + unique + "/write");
        assertThat(gateway.get(read).hit()).as("the group of the same origin").isFalse();
        assertThat(gateway.get(otherGroup).hit()).as("another group").isTrue();
        assertThat(gateway.get(otherOrigin).hit())
                .as("the group of another origin")
                .isFalse();
    }

    @Test
    void writeAtOtherOriginInvalidatesNamedGroupOfAllOrigins() {
        writes(two, "/two" + unique + "/write");
        assertThat(gateway.get(read).hit()).isFalse();
        assertThat(gateway.get(otherGroup).hit()).isTrue();
        assertThat(gateway.get(otherOrigin).hit()).isFalse();
    }

    /** RFC 9875 2.2: what is invalidated takes its groups along, whichever route has stored it. */
    @ParameterizedTest
    @FieldSource("WRITING")
    void writeOnAnotherRouteInvalidatesGroupsOfChangedResource(String filter) {
        one.on(read, ResponseScript.status(204));
        assertThat(gateway.send("PUT", read, "content", "X-By", filter).status())
                .isEqualTo(204);
        assertThat(gateway.get(otherGroup).hit()).as("a group in common").isFalse();
        assertThat(gateway.get(otherOrigin).hit())
                .as("the group of another origin")
                .isFalse();
    }

    @Test
    void readAfterWriteToGroupDoesNotJoinFetchInProgress() {
        String arriving = "/one" + unique + "/arriving";
        String[] fields = {"Cache-Control", "max-age=60", "Cache-Groups", "\"b\""};
        OriginLatch gate = new OriginLatch();
        one.inTurn(
                arriving,
                ResponseScript.ok("old", fields).gate(gate).part(" content"),
                ResponseScript.ok("new content", fields));
        try (RawClient first = gateway.connect()) {
            StreamedResponse response = first.request("GET", arriving).open("GET");
            writes(one, "/one" + unique + "/write");
            assertThat(gateway.get(arriving).content()).isEqualTo("new content");
            gate.release();
            assertThat(response.rest().content()).isEqualTo("old content");
        } finally {
            gate.release();
        }
        assertThat(gateway.get(arriving).content()).isEqualTo("new content");
    }

    /** RFC 9111 4.3.5: the response to a HEAD freshens what is stored, and may put it into another group. */
    @Test
    void groupAddedByHeadResponseIsInvalidated() {
        String freshened = "/one" + unique + "/freshened";
        String[] fields = {"Cache-Control", "max-age=60", "ETag", "\"x\""};
        one.on(freshened, ResponseScript.ok("content", fields));
        gateway.get(freshened);
        one.on(
                freshened,
                ResponseScript.ok("content", "Cache-Control", "max-age=60", "ETag", "\"x\"", "Cache-Groups", "\"b\""));
        try (RawClient client = gateway.connect()) {
            client.request("HEAD", freshened, "Cache-Control", "no-cache").read("HEAD");
        }
        assertThat(gateway.get(freshened).field("Cache-Groups")).isEqualTo("\"b\"");
        writes(one, "/one" + unique + "/write");
        assertThat(gateway.get(freshened).hit()).isFalse();
    }

    private static void stored(ScriptedOrigin origin, String path, String groups) {
        origin.on(path, ResponseScript.ok("content", "Cache-Control", "max-age=60", "Cache-Groups", groups));
        gateway.get(path);
        assertThat(gateway.get(path).hit()).isTrue();
        assertThat(origin.count(path)).isEqualTo(1);
    }

    private static void writes(ScriptedOrigin origin, String path) {
        origin.on(path, ResponseScript.status(204, "Cache-Group-Invalidation", "\"b\""));
        assertThat(gateway.send("POST", path, "content").status()).isEqualTo(204);
    }

    private static void route(
            GatewayFixture.Builder builder, int number, ScriptedOrigin origin, String paths, String filter) {
        String route = ROUTES + number + "].";
        builder.property(route + "id", "origin-" + number)
                .property(route + "uri", origin.uri())
                .property(route + "predicates[0]", "Path=" + paths)
                .property(route + "filters[0]", filter);
    }
}
