package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9111 4.4 behind a trusted proxy: the origin of what a write names is the one that the proxy's client asked. */
class TrustedProxyWritesTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final String ROUTE = GATEWAY + "routes[%d].%s";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        builder.property(GATEWAY + "trusted-proxies", "127\\.0\\.0\\.1");
        String[][] routes = {
            {"read", "/r/**", "Cache"},
            {"write", "/w/**", "Cache"},
            {"plain", "/i/**", "WriteInvalidation"},
            {"named", "/s/**", "SetRequestHostHeader=svc.example.org", "Cache"},
            {"kept", "/k/**", "PreserveHostHeader", "WriteInvalidation"}
        };
        for (int i = 0; i < routes.length; i++) {
            builder.property(ROUTE.formatted(i, "id"), routes[i][0])
                    .property(ROUTE.formatted(i, "uri"), "${larder.origin}")
                    .property(ROUTE.formatted(i, "predicates[0]"), "Path=" + routes[i][1])
                    .property(ROUTE.formatted(i, "filters[0]"), routes[i][2]);
            if (routes[i].length > 3) {
                builder.property(ROUTE.formatted(i, "filters[1]"), routes[i][3]);
            }
        }
        return builder;
    });

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example | Location | https://shop.example",
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example | Content-Location | https://shop.example:443",
                "/i | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example | Content-Location | https://shop.example",
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example;X-Forwarded-Port: 8443 | Location | https://shop.example:8443",
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example:8443 | Location | https://shop.example:8443",
                "/w | X-Forwarded-Proto: https, http;X-Forwarded-Host: shop.example, inner | Location | https://shop.example",
                "/w | Forwarded: for=192.0.2.1;proto=https;host=shop.example | Location | https://shop.example",
                "/w | Forwarded: for=192.0.2.1;proto=https;host=\"shop.example:8443\" | Location | https://shop.example:8443",
                "/i | Host: shop.example;X-Forwarded-Proto: https | Location | https://shop.example",
                "/w | Host: shop.example;X-Forwarded-Ssl: on | Location | https://shop.example",
                "/w | Host: shop.example;X-Forwarded-Scheme: https | Location | https://shop.example",
                "/i | Host: shop.example;X-Forwarded-Protocol: https | Content-Location | https://shop.example",
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example;X-Forwarded-Prefix: /shop | Location | https://shop.example/shop",
                "/i | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example;X-Forwarded-Prefix: /a/, /b | Location | https://shop.example/a/b",
                "/w | Host: shop.example;X-Forwarded-Prefix: /shop | Content-Location | http://shop.example/shop",
                "/w | Host: my_shop.example | Location | http://my_shop.example",
                "/s | Host: shop.example | Location | http://svc.example.org",
                "/s | Host: shop.example | Content-Location | http://svc.example.org:80",
                "/s | Host: shop.example | Location | http://shop.example",
                "/k | Host: my_shop.example | Location | http://my_shop.example"
            })
    void invalidatesWhatTheOriginNamesAsTheProxysClientDoes(String route, String told, String field, String origin) {
        assertThat(seenAfterWrite(route, told, field, origin)).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example | Location | https://other.example",
                "/w | X-Forwarded-Proto: https;X-Forwarded-Host: shop.example | Location | https://shop.example:8443",
                "/w | Host: shop.example;X-Forwarded-Scheme: https | Location | https://shop.example:8443",
                "/s | Host: shop.example | Location | http://other.example.org"
            })
    void writeInvalidatesNothingOfAnotherOrigin(String route, String told, String field, String origin) {
        assertThat(seenAfterWrite(route, told, field, origin)).isEqualTo("1");
    }

    private String seenAfterWrite(String route, String told, String field, String origin) {
        String read = "/r" + path;
        String write = route + path + "/7";
        STAGE.origin()
                .on(
                        read,
                        request -> ResponseScript.ok(
                                Integer.toString(STAGE.origin().count(read)), "Cache-Control", "max-age=60"));
        STAGE.origin().on(write, request -> ResponseScript.status(201, field, origin + read));
        String[] fields = Arrays.stream(told.split(";(?=[A-Z])"))
                .flatMap(line -> Stream.of(line.split(": ", 2)))
                .toArray(String[]::new);
        assertThat(STAGE.get(read, fields).content()).isEqualTo("1");
        assertThat(STAGE.get(read, fields).hit()).isTrue();
        assertThat(STAGE.gateway().send("POST", write, "x", fields).status()).isEqualTo(201);
        return STAGE.get(read, fields).content();
    }
}
