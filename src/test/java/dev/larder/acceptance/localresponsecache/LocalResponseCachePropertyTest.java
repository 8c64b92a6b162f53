package dev.larder.acceptance.localresponsecache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The property that makes the filter {@code LocalResponseCache} available also puts it before every route, as a global
 * filter with a time of 5 minutes. Left in the configuration, it answers before Larder is asked.
 */
class LocalResponseCachePropertyTest {

    private static final String PROPERTY = "spring.cloud.gateway.server.webflux.filter.local-response-cache.enabled";
    private static final String CC = "Cache-Control";
    private static final String DIRECTIVES = "private, max-age=60";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(PROPERTY, true));

    private final String path = UniquePath.next();

    @Test
    void larderWarnsAboutGlobalLocalResponseCache() {
        assertThat(GatewayFixture.inJvmLog().since(0))
                .anyMatch(line -> line.contains("LocalResponseCache precedes all routes")
                        && line.contains("global-filter.local-response-cache.enabled=false"));
    }

    @Test
    void builtInAnswersBeforeARouteWithLarder() {
        STAGE.origin().on(path, ResponseScript.ok("of alice", CC, DIRECTIVES));
        STAGE.get(path);
        STAGE.awaitReading();
        STAGE.origin().on(path, ResponseScript.ok("of bob", CC, DIRECTIVES));
        assertThat(STAGE.get(path).content()).isEqualTo("of alice");
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }
}
