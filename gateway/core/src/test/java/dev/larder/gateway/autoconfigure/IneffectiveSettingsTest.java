package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IneffectiveSettingsTest {

    private static final String ENTRY =
            "!/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    @Test
    void namesJarsThatHaveTheSameAutoConfiguration() throws MalformedURLException {
        URL one = url("jar:file:/app/larder-gateway-core-0.1.0.jar" + ENTRY);
        URL other = url("jar:file:/app/larder-gateway-core-0.2.0.jar" + ENTRY);
        assertThat(IneffectiveSettings.duplicates(Map.of("dev.larder.A", List.of(one, other))))
                .singleElement()
                .asString()
                .contains("jar:file:/app/larder-gateway-core-0.1.0.jar, jar:file:/app/larder-gateway-core-0.2.0.jar.");
        assertThat(IneffectiveSettings.duplicates(Map.of("dev.larder.A", List.of(one), "dev.larder.B", List.of(other))))
                .isEmpty();
    }

    private static URL url(String text) throws MalformedURLException {
        return URI.create(text).toURL();
    }
}
