package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code Cache} and {@code EntityTags} in one deployment, on one route: the filter is the cache's origin. */
class EntityTagsWithCacheTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.route("EntityTags", "Cache", "EntityTags")
                    .property("larder.rules.checked.paths[0]", "/checked/**")
                    .property("larder.rules.checked.revalidate", "always")
                    .property("larder.rules.tenants.paths[0]", "/tenants/**")
                    .property("larder.rules.tenants.revalidate", "always")
                    .property("larder.rules.tenants.key.headers", "X-Tenant")
                    .property("larder.rules.orders.paths[0]", "/orders/**")
                    .property("larder.rules.orders.content-pools[0]", "customer-{/customer}")
                    .property("larder.rules.customers.paths[0]", "/customers/{id}")
                    .property("larder.rules.customers.coupled-pools[0]", "customer-{id}"));

    private final String fresh = UniquePath.next();
    private final String checked = "/checked" + fresh;
    private final AtomicInteger version = new AtomicInteger();

    @Test
    void hitHasEntityTagOfFirstResponse() {
        service(fresh, "max-age=60");
        ReceivedResponse first = STAGE.get(fresh);
        ReceivedResponse hit = STAGE.get(fresh);
        assertThat(hit.hit()).isTrue();
        assertThat(hit.field("ETag")).isEqualTo(first.field("ETag")).isNotEmpty();
        assertThat(STAGE.origin().count(fresh)).isEqualTo(1);
    }

    @Test
    void revalidatesWithoutContactingService() {
        service(checked, "max-age=60");
        STAGE.get(checked);
        ReceivedResponse second = STAGE.get(checked);
        assertThat(second.content()).isEqualTo("version 0");
        assertThat(second.cacheStatus()).contains("fwd-status=304");
        assertThat(STAGE.origin().count(checked)).isEqualTo(1);
    }

    @Test
    void answersConditionalRequestOfClient() {
        service(checked, "max-age=60");
        String tag = STAGE.get(checked).field("ETag");
        assertThat(STAGE.get(checked, "If-None-Match", tag).status()).isEqualTo(304);
        assertThat(STAGE.gateway().head(checked, "If-None-Match", tag).status()).isEqualTo(304);
        assertThat(STAGE.gateway().head(checked).field("ETag")).isEqualTo(tag);
    }

    @Test
    void writeInvalidatesCacheAndTags() {
        service(checked, "max-age=60");
        service(fresh, "max-age=60");
        for (String path : new String[] {checked, fresh}) {
            STAGE.get(path);
            for (int i = 0; i < 3; i++) {
                STAGE.gateway().send("PUT", path, "new");
                assertThat(STAGE.get(path).content()).isEqualTo("version " + version.get());
            }
        }
        assertThat(version).hasValue(6);
    }

    @Test
    void keepsResponsesAndTagsOfTenantsApart() {
        String path = "/tenants" + fresh;
        Map<String, Integer> versions = new ConcurrentHashMap<>();
        STAGE.origin().on(path, request -> {
            String tenant = request.fields().get("X-Tenant");
            int now = request.method().equals("PUT")
                    ? versions.merge(tenant, 1, Integer::sum)
                    : versions.getOrDefault(tenant, 0);
            return ResponseScript.ok("version " + now, "Cache-Control", "max-age=60");
        });
        STAGE.get(path, "X-Tenant", "a");
        STAGE.get(path, "X-Tenant", "b");
        STAGE.gateway().send("PUT", path, "new", "X-Tenant", "b");
        assertThat(STAGE.get(path, "X-Tenant", "a").content()).isEqualTo("version 0");
        assertThat(STAGE.get(path, "X-Tenant", "b").content()).isEqualTo("version 1");
    }

    @Test
    void serviceAuthorizesUsersIdentifiedByCustomField() {
        STAGE.origin()
                .on(
                        checked,
                        request -> "a".equals(request.fields().get("X-Api-Key"))
                                ? ResponseScript.ok("for a", "Cache-Control", "max-age=60")
                                : ResponseScript.status(403, "Cache-Control", "no-store"));
        assertThat(STAGE.get(checked, "X-Api-Key", "a").content()).isEqualTo("for a");
        assertThat(STAGE.gateway().ask("GET", checked, "X-Api-Key", "b").status())
                .isEqualTo(403);
        assertThat(STAGE.gateway().ask("GET", checked).status()).isEqualTo(403);
        int asked = STAGE.origin().count(checked);
        assertThat(STAGE.get(checked, "X-Api-Key", "a", "X-Request-Id", "1", "User-Agent", "other")
                        .content())
                .isEqualTo("for a");
        assertThat(STAGE.origin().count(checked)).isEqualTo(asked);
    }

    @Test
    void writeToResourceNamedInContentInvalidatesCacheAndTags() {
        String order = "/orders" + fresh;
        STAGE.origin()
                .on(
                        order,
                        request -> ResponseScript.ok(
                                "{\"customer\":17,\"name\":" + version.get() + "}",
                                "Content-Type",
                                "application/json",
                                "Cache-Control",
                                "max-age=60"));
        STAGE.get(order);
        assertThat(STAGE.get(order).hit()).isTrue();
        STAGE.origin().on("/customers/17", ResponseScript.status(204));
        version.incrementAndGet();
        STAGE.gateway().send("PUT", "/customers/17", "new");
        assertThat(STAGE.get(order).content()).contains("\"name\":1");
    }

    @Test
    void passesOnResponsesThatAreNotStored() {
        service(fresh, "no-store");
        assertThat(STAGE.get(fresh).content()).isEqualTo("version 0");
        STAGE.origin()
                .on(
                        fresh,
                        ResponseScript.ok("x".repeat(3 << 20), "Cache-Control", "max-age=60")
                                .chunked());
        assertThat(STAGE.get(fresh).content()).hasSize(3 << 20);
    }

    /** RFC 9110 7.6.1: what Connection names is not for the client, but says what the service meant. */
    @ParameterizedTest
    @CsvSource({"Cache-Control, 'private, max-age=60'", "Vary, *", "Set-Cookie, a=b"})
    void obeysRestrictingFieldNamedByConnection(String name, String value) {
        String[] fields = name.equals("Cache-Control")
                ? new String[] {name, value, "Connection", name, "Expires", "Thu, 01 Jan 2099 00:00:00 GMT"}
                : new String[] {name, value, "Connection", name, "Cache-Control", "max-age=60"};
        STAGE.origin().on(fresh, ResponseScript.ok("content", fields));
        ReceivedResponse first = STAGE.get(fresh);
        assertThat(first.field(name)).isEmpty();
        assertThat(STAGE.get(fresh, "If-None-Match", first.field("ETag")).hit()).isFalse();
        assertThat(STAGE.origin().count(fresh)).isEqualTo(2);
    }

    @Test
    void doesNotStoreTruncatedResponse() {
        STAGE.gateway().expect(502);
        STAGE.origin()
                .on(
                        fresh,
                        ResponseScript.ok("content", "Cache-Control", "max-age=60")
                                .length(20)
                                .thenEnd(TransferEnd.FIN));
        assertThat(STAGE.get(fresh).status()).isEqualTo(502);
        service(fresh, "max-age=60");
        assertThat(STAGE.get(fresh).content()).isEqualTo("version 0");
    }

    private void service(String path, String cacheControl) {
        STAGE.origin().on(path, request -> {
            if (request.method().equals("PUT")) {
                return ResponseScript.ok("version " + version.incrementAndGet());
            }
            return ResponseScript.ok("version " + version.get(), "Cache-Control", cacheControl);
        });
    }
}
