package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status.Code;
import io.grpc.TlsChannelCredentials;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

/** TLS by an SSL bundle of Spring, and who is taken in by it. */
class SecureCallTest {

    private static final String PASSWORD = "of-a-test";

    @Test
    void onlyWhoShowsACertificateIsTakenIn(@TempDir Path directory) throws Exception {
        Path keys = directory.resolve("keys.p12");
        makeKeys(keys);
        String bundle = "spring.ssl.bundle.jks.rpc.";
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                Gateway gateway = Gateway.inJvm()
                        .origin(origin)
                        .property(bundle + "keystore.location", "file:" + keys)
                        .property(bundle + "keystore.password", PASSWORD)
                        .property(bundle + "truststore.location", "file:" + keys)
                        .property(bundle + "truststore.password", PASSWORD)
                        .property("larder.rpc.enabled", true)
                        .property("larder.rpc.port", 0)
                        .property("larder.rpc.ssl.bundle", "rpc")
                        .property("larder.rpc.ssl.client-auth", "require")
                        .start()) {
            origin.on("/secret", Script.ok("content", "Cache-Control", "max-age=60"));
            int port = gateway.context().getBean(GrpcServerLifecycle.class).getPort();
            assertThat(fetch(port, credentials(keys, true)).content()).isEqualTo("content");
            assertThat(fetch(port, credentials(keys, false)).status().getCode()).isEqualTo(Code.UNAVAILABLE);
            assertThat(fetch(port, InsecureChannelCredentials.create()).status().getCode())
                    .isEqualTo(Code.UNAVAILABLE);
            gateway.check();
        }
    }

    private static void makeKeys(Path keys) throws Exception {
        int made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "rpc",
                        "-keyalg",
                        "EC",
                        "-storetype",
                        "PKCS12",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start()
                .waitFor();
        assertThat(made).isZero();
    }

    private static Caller.Document fetch(int port, ChannelCredentials credentials) {
        try (Caller caller = Caller.at(port, credentials)) {
            return caller.fetch("/secret");
        }
    }

    private static ChannelCredentials credentials(Path keys, boolean own) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("rpc", store.getCertificate("rpc"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var credentials = TlsChannelCredentials.newBuilder().trustManager(trust.getTrustManagers());
        if (own) {
            KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            key.init(store, PASSWORD.toCharArray());
            credentials.keyManager(key.getKeyManagers());
        }
        return credentials.build();
    }
}
