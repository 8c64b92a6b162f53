package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.WebFilter;

/** What filters before the cache have set in a response is for its client, beside what the origin or the store says. */
class EarlyResponseFieldsTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.route("Cache").with(EarlyFilter.class));

    private final String path = UniquePath.next();

    @Test
    void combinesListFieldsOfFilterAndOrigin() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                "x",
                                "Cache-Control",
                                "public, max-age=60",
                                "Set-Cookie",
                                "O=1",
                                "Link",
                                "</o>",
                                "X-D",
                                "o"));
        for (String user : new String[] {"a", "b", "c"}) {
            ReceivedResponse response = STAGE.get(path, "X-User", user);
            assertThat(response.hit()).isEqualTo(!user.equals("a"));
            assertBoth(response, user);
        }
    }

    private static void assertBoth(ReceivedResponse response, String user) {
        assertThat(response.fields().all("Set-Cookie")).containsExactlyInAnyOrder("O=1", "E=" + user);
        assertThat(response.fields().all("Cache-Control")).containsExactlyInAnyOrder("public, max-age=60", "no-store");
        assertThat(response.fields().all("Link")).containsExactlyInAnyOrder("</o>", "</e>");
        assertThat(response.fields().all("X-D")).containsExactly("o");
        assertThat(response.fields().all("X-Early")).containsExactly(user);
    }

    /** RFC 9110 9.3.3. */
    @Test
    void fieldsOfEarlyFilterAreNotStoredWithPostResponse() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                "x",
                                "Cache-Control",
                                "public, max-age=60",
                                "Set-Cookie",
                                "O=1",
                                "Link",
                                "</o>",
                                "X-D",
                                "o",
                                "Content-Location",
                                path));
        ReceivedResponse posted = STAGE.gateway().send("POST", path, "x", "X-User", "a");
        assertThat(posted.cacheStatus()).contains("stored");
        assertBoth(posted, "a");
        ReceivedResponse other = STAGE.get(path, "X-User", "b");
        assertThat(other.hit()).isTrue();
        assertBoth(other, "b");
        ReceivedResponse plain = STAGE.get(path);
        assertThat(plain.hit()).isTrue();
        assertThat(plain.fields().all("Set-Cookie")).containsExactly("O=1");
        assertThat(plain.field("X-Early")).isEmpty();
    }

    /** What the origin repeats is sent once. */
    @ParameterizedTest
    @ValueSource(strings = {"no-store", "public, max-age=60, no-store"})
    void equalLineOfFilterAndOriginIsSentOnce(String cacheControl) {
        STAGE.origin().on(path, request -> ResponseScript.ok("x", "Cache-Control", cacheControl));
        ReceivedResponse response = STAGE.get(path, "X-User", "a");
        assertThat(response.fields().all("Cache-Control"))
                .contains(cacheControl)
                .doesNotHaveDuplicates();
    }

    @Configuration(proxyBeanMethods = false)
    static class EarlyFilter {

        @Bean
        WebFilter early() {
            return (exchange, chain) -> {
                String user = exchange.getRequest().getHeaders().getFirst("X-User");
                if (user != null) {
                    HttpHeaders headers = exchange.getResponse().getHeaders();
                    headers.add("Set-Cookie", "E=" + user);
                    headers.set("Cache-Control", "no-store");
                    headers.set("Link", "</e>");
                    headers.set("X-D", "early");
                    headers.set("X-Early", user);
                }
                return chain.filter(exchange);
            };
        }
    }
}
