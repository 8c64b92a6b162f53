package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.SelfSignedKey;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status.Code;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** TLS by an SSL bundle of Spring, and who is taken in by it. */
class RpcTlsTest {

    @Test
    void acceptsOnlyClientsWithTrustedCertificate(@TempDir Path directory) throws Exception {
        SelfSignedKey keys = SelfSignedKey.made(directory.resolve("keys.p12"));
        SelfSignedKey others = SelfSignedKey.made(directory.resolve("others.p12"));
        String bundle = "spring.ssl.bundle.jks.rpc.";
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = GatewayFixture.inJvm()
                        .origin(origin)
                        .property(bundle + "keystore.location", "file:" + keys.file())
                        .property(bundle + "keystore.password", SelfSignedKey.PASSWORD)
                        .property(bundle + "truststore.location", "file:" + keys.file())
                        .property(bundle + "truststore.password", SelfSignedKey.PASSWORD)
                        .property("larder.rpc.enabled", true)
                        .property("larder.rpc.port", 0)
                        .property("larder.rpc.ssl.bundle", "rpc")
                        .property("larder.rpc.ssl.client-auth", "require")
                        .start()) {
            origin.on("/secret", ResponseScript.ok("content", "Cache-Control", "max-age=60"));
            int port = gateway.context().getBean(GrpcServerLifecycle.class).getPort();
            assertThat(fetch(port, CallerCredentials.trusting(keys, keys)).content())
                    .isEqualTo("content");
            assertThat(fetch(port, CallerCredentials.trusting(keys)).status().getCode())
                    .isEqualTo(Code.UNAVAILABLE);
            assertThat(fetch(port, InsecureChannelCredentials.create()).status().getCode())
                    .isEqualTo(Code.UNAVAILABLE);
            assertThat(fetch(port, CallerCredentials.trusting(keys, others))
                            .status()
                            .getCode())
                    .isEqualTo(Code.UNAVAILABLE);
            gateway.check();
        }
    }

    private static RpcTestClient.Document fetch(int port, ChannelCredentials credentials) {
        try (RpcTestClient caller = RpcTestClient.at(port, credentials)) {
            return caller.fetch("/secret");
        }
    }
}
