package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.LarderClock;
import dev.larder.http.client.OriginClientSettings;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.config.HttpClientProperties.Pool.PoolType;
import org.springframework.util.unit.DataSize;

class OriginClientFactoryTest {

    private static final LimitsProperties LIMITS = new LimitsProperties(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofHours(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            2_000,
            20_000,
            5_000);

    private final HttpClientProperties properties = new HttpClientProperties();

    @Test
    void hasTheDefaultsOfTheGatewaysClient() {
        assertThat(OriginClientFactory.settings(properties, LIMITS))
                .isEqualTo(new OriginClientSettings(
                        Duration.ofSeconds(30),
                        Duration.ZERO,
                        Duration.ofSeconds(30),
                        4096,
                        8192,
                        new OriginClientSettings.Pool(
                                Integer.MAX_VALUE,
                                Integer.MAX_VALUE / 4,
                                2_000,
                                Duration.ZERO,
                                Duration.ZERO,
                                Duration.ZERO)));
    }

    @Test
    void followsTheSettingsOfTheGatewaysClient() {
        properties.setConnectTimeout(500);
        properties.setResponseTimeout(Duration.ofSeconds(3));
        properties.setMaxHeaderSize(DataSize.ofKilobytes(32));
        properties.setMaxInitialLineLength(DataSize.ofKilobytes(1));
        properties.getPool().setType(PoolType.FIXED);
        properties.getPool().setMaxConnections(7);
        properties.getPool().setAcquireTimeout(250L);
        properties.getPool().setMaxIdleTime(Duration.ofSeconds(20));
        properties.getPool().setMaxLifeTime(Duration.ofMinutes(5));
        assertThat(OriginClientFactory.settings(properties, LIMITS))
                .isEqualTo(new OriginClientSettings(
                        Duration.ofMillis(500),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30),
                        1024,
                        32 * 1024,
                        new OriginClientSettings.Pool(
                                7, 1, 2_000, Duration.ofMillis(250), Duration.ofSeconds(20), Duration.ofMinutes(5))));
    }

    @Test
    void doesNotSupportProxyCompressionWiretapOrDisabledPool() {
        assertThat(OriginClientFactory.supports(properties)).isTrue();
        properties.getProxy().setHost("proxy.test");
        assertThat(OriginClientFactory.supports(properties)).isFalse();
        properties.getProxy().setHost("");
        properties.setCompression(true);
        assertThat(OriginClientFactory.supports(properties)).isFalse();
        properties.setCompression(false);
        properties.setWiretap(true);
        assertThat(OriginClientFactory.supports(properties)).isFalse();
        properties.setWiretap(false);
        properties.getPool().setType(PoolType.DISABLED);
        assertThat(OriginClientFactory.supports(properties)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void verifiesHostNameInOriginCertificate(boolean insecure) {
        properties.getSsl().setUseInsecureTrustManager(insecure);
        var engine = OriginClientFactory.tls(properties.getSsl(), new DefaultSslBundleRegistry(), false)
                .context()
                .get()
                .newEngine(ByteBufAllocator.DEFAULT, "origin.test", 443);
        assertThat(engine.getSSLParameters().getEndpointIdentificationAlgorithm())
                .isEqualTo("HTTPS");
        assertThat(engine.getUseClientMode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void offersHttp2OnlyIfEnabled(boolean insecure) {
        properties.getSsl().setUseInsecureTrustManager(insecure);
        assertThat(protocols(true)).containsExactly("h2", "http/1.1");
        assertThat(protocols(false)).isEmpty();
    }

    private List<String> protocols(boolean http2) {
        return context(http2).applicationProtocolNegotiator().protocols();
    }

    private SslContext context(boolean http2) {
        return OriginClientFactory.tls(properties.getSsl(), new DefaultSslBundleRegistry(), http2)
                .context()
                .get();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void prefersTheCipherSuitesOfHttp2AndOffersThoseOfHttp1(boolean insecure) {
        properties.getSsl().setUseInsecureTrustManager(insecure);
        List<String> offered = suites(true);
        assertThat(offered).containsAll(suites(false)).doesNotHaveDuplicates();
        List<String> preferred =
                offered.stream().filter(Http2SecurityUtil.CIPHERS::contains).toList();
        assertThat(preferred).hasSizeLessThan(offered.size());
        assertThat(offered).startsWith(preferred.toArray(String[]::new));
    }

    private List<String> suites(boolean http2) {
        return List.of(context(http2)
                .newEngine(ByteBufAllocator.DEFAULT, "origin.test", 443)
                .getEnabledCipherSuites());
    }

    @Test
    void createsAClient() {
        try (var client = OriginClientFactory.create(
                properties, new DefaultSslBundleRegistry(), LIMITS, LarderClock.system(), false)) {
            assertThat(client.openConnections()).isZero();
        }
    }
}
