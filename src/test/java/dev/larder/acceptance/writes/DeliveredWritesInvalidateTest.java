package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The delivery of a buffered write invalidates what the same write invalidates where it is not buffered. */
class DeliveredWritesInvalidateTest {

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.hit-path", "auto")
            .property("larder.actuate.write-enabled", true)
            .property("larder.writes.path", folder)
            .property("larder.rules.singly.paths", "/singly/**")
            .property("larder.rules.singly.buffer.methods", "POST,PUT,PATCH")
            .property("larder.rules.bulk.paths", "/bulky/**")
            .property("larder.rules.bulk.buffer.methods", "PUT")
            .property("larder.rules.bulk.buffer.bulk", "/bulk/items")
            .property("larder.rules.bulk.buffer.flush-interval", "1h")
            .property("spring.cloud.gateway.server.webflux.routes[0].id", "api")
            .property("spring.cloud.gateway.server.webflux.routes[0].uri", "${larder.origin}")
            .property("spring.cloud.gateway.server.webflux.routes[0].predicates[0]", "Path=/api/**")
            .property("spring.cloud.gateway.server.webflux.routes[0].filters", "StripPrefix=1,BufferedWrites=singly"));

    private final String name = UniquePath.next();
    private final String list = "/lists" + name;
    private final AtomicInteger version = new AtomicInteger(1);

    private ResponseScript current(String... fields) {
        String[] all = new String[2 + fields.length];
        all[0] = "Cache-Control";
        all[1] = "max-age=1000";
        System.arraycopy(fields, 0, all, 2, fields.length);
        return ResponseScript.ok("v" + version.get(), all);
    }

    private void stored() {
        assertThat(STAGE.get(list).content()).isEqualTo("v1");
        assertThat(STAGE.get(list).hit()).isTrue();
    }

    private void write(String target) {
        STAGE.gateway().send("PUT", target, "1", "Content-Type", "application/json");
        assertThat(OperatorClient.of(STAGE.gateway()).order("flush", "").content())
                .contains("\"waiting\":0");
        assertThat(version).as("times that the origin has performed it").hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({
        "/direct, Cache-Group-Invalidation, '\"NAME\"'",
        "/singly, Cache-Group-Invalidation, '\"NAME\"'",
        "/bulky, Cache-Group-Invalidation, '\"NAME\"'",
        "/direct, Surrogate-Key, NAME",
        "/singly, Surrogate-Key, NAME",
        "/bulky, Surrogate-Key, NAME",
        "/direct, Location, /listsNAME",
        "/singly, Location, /listsNAME",
        "/bulky, Location, /listsNAME",
        "/direct, Content-Location, ORIGIN/listsNAME",
        "/singly, Content-Location, ORIGIN/listsNAME",
        "/bulky, Content-Location, ORIGIN/listsNAME",
        "/direct, Location, GATEWAY/listsNAME",
        "/singly, Location, GATEWAY/listsNAME",
        "/bulky, Location, GATEWAY/listsNAME",
        "/api/singly, Location, GATEWAY/api/listsNAME",
    })
    void deliveryInvalidatesResourcesNamedByOrigin(String prefix, String field, String value) {
        String said = value.replace("NAME", name)
                .replace("ORIGIN", STAGE.origin().uri())
                .replace("GATEWAY", "http://example.test");
        STAGE.origin().on(list, request -> current("Cache-Groups", '"' + name + '"', "Surrogate-Key", name));
        String target = prefix.startsWith("/api") ? prefix.substring("/api".length()) : prefix;
        STAGE.origin().on(target + name, request -> performed(200, field, said));
        STAGE.origin().on("/bulk/items", request -> performed(200, field, said));
        stored();
        write(prefix + name);
        assertThat(STAGE.get(list).content()).isEqualTo("v2");
    }

    private ResponseScript performed(int status, String... fields) {
        version.incrementAndGet();
        return ResponseScript.status(status, fields);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/direct", "/singly", "/bulky"})
    void deliveryInvalidatesGroupsOfTarget(String prefix) {
        String[] group = {"Cache-Groups", '"' + name + '"'};
        STAGE.origin().on(list, request -> current(group));
        STAGE.origin().on(prefix + name, request -> request.method().equals("GET") ? current(group) : performed(204));
        STAGE.origin().on("/bulk/items", request -> performed(204));
        assertThat(STAGE.get(prefix + name).content()).isEqualTo("v1");
        stored();
        write(prefix + name);
        assertThat(STAGE.get(list).content()).isEqualTo("v2");
    }
}
