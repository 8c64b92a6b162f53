package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A safe request on a route without a cache may be a write for its origin, which takes it for one with another method. */
class MethodOverrideTest {

    private static final String PREFIX = "/items";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(MethodOverrideTest::routes);

    private final String path = PREFIX + UniquePath.next();
    private final AtomicInteger version = new AtomicInteger();

    private static GatewayFixture.Builder routes(GatewayFixture.Builder gateway) {
        route(gateway, 0, PREFIX, "Cache");
        route(gateway, 1, "/writes", "StripPrefix=1", "WriteInvalidation");
        route(gateway, 2, "/ruled", "StripPrefix=1", "WriteInvalidation=plain");
        route(gateway, 3, "/tagged", "StripPrefix=1", "EntityTags");
        route(gateway, 4, "/watched", "StripPrefix=1", "Cache=watched");
        return gateway.property("larder.rules.watched.dry-run", true)
                .property("larder.rules.watched.paths", "/none")
                .property("larder.rules.plain.paths", "/nothing");
    }

    private static void route(GatewayFixture.Builder gateway, int number, String path, String... filters) {
        String route = "spring.cloud.gateway.server.webflux.routes[" + number + "].";
        for (int i = 0; i < filters.length; i++) {
            gateway.property(route + "filters[" + i + "]", filters[i]);
        }
        gateway.property(route + "id", "route" + number)
                .property(route + "uri", "${larder.origin}")
                .property(route + "predicates[0]", "Path=" + path + "/**");
    }

    private ResponseScript answer(ReceivedRequest request) {
        boolean overridden =
                List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X_HTTP_Method_Override")
                                .stream()
                                .anyMatch(name -> request.fields().has(name))
                        || request.target().contains("?");
        return ResponseScript.ok(
                "version " + (overridden ? version.incrementAndGet() : version.get()), "Cache-Control", "max-age=60");
    }

    @ParameterizedTest
    @CsvSource({
        "/writes, GET, X-HTTP-Method-Override, PUT",
        "/writes, GET, x-http-method, patch",
        "/writes, HEAD, X-Method-Override, DELETE",
        "/writes, GET, X_HTTP_Method_Override, 'GET, PUT'",
        "/writes, OPTIONS, X-HTTP-Method-Override, MOVE",
        "/ruled, GET, X-HTTP-Method-Override, PUT",
        "/tagged, GET, X-HTTP-Method-Override, PUT",
        "/watched, GET, X-HTTP-Method-Override, PUT"
    })
    void readAfterMethodOverrideByHeaderSeesWrite(String prefix, String method, String field, String value) {
        STAGE.origin().on(path, this::answer);
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.gateway().ask(method, prefix + path, field, value).status())
                .isEqualTo(200);
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    @ParameterizedTest
    @CsvSource({
        "/writes, _method=PUT",
        "/writes, a=b&_method=delete&c=d",
        "/writes, %5Fmethod=P%55T",
        "/ruled, _method=PUT",
        "/tagged, _method=PUT",
        "/watched, _method=PUT"
    })
    void readAfterMethodOverrideByParameterSeesWrite(String prefix, String query) {
        STAGE.origin().on(path, this::answer);
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.get(prefix + path + "?" + query).status()).isEqualTo(200);
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    @ParameterizedTest
    @CsvSource({"GET", "head", "''"})
    void overrideWithSafeMethodInvalidatesNothing(String value) {
        STAGE.origin().on(path, ResponseScript.ok("read", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        STAGE.get("/writes" + path, "X-HTTP-Method-Override", value);
        STAGE.get("/writes" + path + "?_method=" + value);
        assertThat(STAGE.get(path).hit()).isTrue();
    }
}
