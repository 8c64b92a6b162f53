package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.acceptance.rpc.RpcTestClient.Document;
import dev.larder.rpc.v1.PurgeRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.HttpHandlerDecoratorFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;

/** What requests by HTTP pass through before any web filter, documents by procedure pass through too. */
class RpcHttpHandlerTest {

    private static ScriptedOrigin origin;
    private static ScriptedOrigin listed;
    private static GatewayFixture gateway;
    private static RpcTestClient caller;

    private final String path = UniquePath.next();

    @BeforeAll
    static void start() throws IOException {
        origin = ScriptedOrigin.start();
        listed = ScriptedOrigin.start(InetAddress.getByName("127.0.0.2"));
        int port = FreePorts.free();
        gateway = GatewayFixture.inJvm()
                .bare()
                .origin(origin)
                .property("server.address", "127.0.0.1")
                .property("server.port", port)
                .property("management.server.port", port)
                .property("management.endpoints.web.exposure.include", "larder")
                .property("larder.actuate.write-enabled", true)
                .property("spring.webflux.base-path", "/shop")
                .property("larder.rpc.enabled", true)
                .property("larder.rpc.port", 0)
                .property("larder.rpc.purge.enabled", true)
                .property("larder.rpc.allowed-origins", listed.uri())
                .property("larder.rpc.allowed-addresses", "127.0.0.2")
                .property("server.ssl.enabled", false)
                .property("server.ssl.bundle", "later")
                .with(Outer.class)
                .start();
        caller = RpcTestClient.of(gateway);
    }

    @AfterAll
    static void stop() {
        caller.close();
        gateway.close();
        origin.close();
        listed.close();
    }

    @Test
    void fetchBelowBasePathSharesStoreWithHttp() {
        origin.otherwise(request -> ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        String host = "localhost:" + gateway.port();
        assertThat(gateway.get("/shop" + path, "Host", host).content()).isEqualTo("content");

        Document document = caller.fetch("http://" + host + "/shop" + path);

        assertThat(document.content()).isEqualTo("content");
        assertThat(document.hit()).isTrue();
    }

    @Test
    void fetchOutsideBasePathFindsNoRoute() {
        for (String elsewhere : new String[] {path, "/shopping", "/"}) {
            assertThat(caller.fetch(elsewhere).status().getDescription()).startsWith("NO_ROUTE: ");
        }
    }

    @Test
    void listedOriginIsNotSubjectToBasePath() {
        listed.on(path, ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        assertThat(caller.fetch(listed.uri() + path).content()).isEqualTo("content");
    }

    @Test
    void fetchPassesDecoratorsAndForwardedHeaderTransformer() {
        origin.otherwise(request -> ResponseScript.ok("content", "Cache-Control", "no-store"));
        caller.fetch("/shop" + path);
        assertThat(Outer.SEEN).contains("decorator /shop" + path, "forwarded /shop" + path);
        assertThat(origin.received().get(origin.received().size() - 1).fields().get("X-Outer"))
                .isEqualTo("transformed");
    }

    @Test
    void purgeReachesEndpointBelowBasePath() {
        origin.otherwise(request -> ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        caller.fetch("/shop" + path);
        String url = "http://localhost:" + gateway.port() + "/shop" + path;
        assertThat(caller.stub()
                        .purge(PurgeRequest.newBuilder().setUrl(url).build())
                        .getEntries())
                .isEqualTo(1);
        assertThat(Outer.SEEN).contains("decorator /shop/actuator/larder", "forwarded /shop/actuator/larder");
    }

    /** Handling around the web filters. */
    @Configuration
    static class Outer {

        static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

        @Bean
        HttpHandlerDecoratorFactory noting() {
            return handler -> (request, response) -> {
                SEEN.add("decorator " + request.getURI().getRawPath());
                return handler.handle(request, response);
            };
        }

        @Bean
        ForwardedHeaderTransformer forwardedHeaderTransformer() {
            return new ForwardedHeaderTransformer() {
                @Override
                public ServerHttpRequest apply(ServerHttpRequest request) {
                    SEEN.add("forwarded " + request.getURI().getRawPath());
                    return request.mutate().header("X-Outer", "transformed").build();
                }
            };
        }
    }
}
