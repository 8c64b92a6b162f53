package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.timeout.ReadTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.TimeoutException;
import org.springframework.web.server.ResponseStatusException;

/** The time is read as NettyRoutingFilter reads it. */
class OriginResponseTimeoutTest {

    private static final Duration GENERAL = Duration.ofSeconds(30);

    @Test
    void routeWithoutTimeoutHasGlobalTimeout() {
        assertThat(OriginResponseTimeout.of(route(Map.of()), GENERAL)).contains(GENERAL);
        assertThat(OriginResponseTimeout.of(route(Map.of()), null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "200, 200", "9000000000, 9000000000"})
    void routeMetadataOverridesGlobalTimeout(String stated, long millis) {
        assertThat(OriginResponseTimeout.of(stating(stated), GENERAL)).contains(Duration.ofMillis(millis));
        assertThat(OriginResponseTimeout.of(stating(Long.valueOf(stated)), GENERAL))
                .contains(Duration.ofMillis(millis));
    }

    @Test
    void negativeOrNullTimeoutDisablesTimeout() {
        assertThat(OriginResponseTimeout.of(stating(-1), GENERAL)).isEmpty();
        assertThat(OriginResponseTimeout.of(stating("-1"), GENERAL)).isEmpty();
        assertThat(OriginResponseTimeout.of(stating(null), GENERAL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "30s", "1.5"})
    void ignoresTimeoutThatIsNotNumber(String stated) {
        assertThat(OriginResponseTimeout.of(stating(stated), GENERAL)).contains(GENERAL);
    }

    @Test
    void routeWithoutTimeoutKeepsAllOtherProperties() {
        Route route = route(Map.of("response-timeout", 200, "connect-timeout", 300));

        Route without = OriginResponseTimeout.without(route);

        assertThat(OriginResponseTimeout.of(without, GENERAL)).isEmpty();
        assertThat(without)
                .usingRecursiveComparison()
                .ignoringFields("metadata")
                .isEqualTo(route);
        assertThat(without.getMetadata()).containsEntry("connect-timeout", 300).hasSize(2);
        assertThat(route.getMetadata()).containsEntry("response-timeout", 200);
    }

    /** Retry repeats a request by the type of Gateway's own exception. */
    @Test
    void lateResponseFailsWithExceptionOfGatewayClient() {
        Throwable late = OriginResponseTimeout.asOfGateway(ReadTimeoutException.INSTANCE, Duration.ofSeconds(1));

        assertThat(late).isInstanceOf(ResponseStatusException.class).hasCauseInstanceOf(TimeoutException.class);
    }

    private static Route stating(@Nullable Object stated) {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("response-timeout", stated);
        return route(metadata);
    }

    private static Route route(Map<String, Object> metadata) {
        return Route.async()
                .id("uploads")
                .uri("http://origin.test:81/")
                .order(7)
                .predicate(exchange -> true)
                .replaceMetadata(metadata)
                .build();
    }
}
