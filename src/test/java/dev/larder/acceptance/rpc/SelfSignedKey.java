package dev.larder.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key with a certificate that it has signed itself, of the loopback, in a file.
 *
 * @param file key store and trust store in one
 */
record SelfSignedKey(Path file) {

    static final String PASSWORD = "of-a-test";

    static SelfSignedKey made(Path file) throws Exception {
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
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start()
                .waitFor();
        assertThat(made).isZero();
        return new SelfSignedKey(file);
    }

    /** Of a client that trusts the server of these keys, and shows no certificate. */
    ChannelCredentials trusted() throws Exception {
        return trusting().build();
    }

    /** Of a client that trusts the server of these keys, and shows the certificate of those. */
    ChannelCredentials trustedBy(SelfSignedKey client) throws Exception {
        KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        key.init(client.store(), PASSWORD.toCharArray());
        return trusting().keyManager(key.getKeyManagers()).build();
    }

    private TlsChannelCredentials.Builder trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("rpc", store().getCertificate("rpc"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return TlsChannelCredentials.newBuilder().trustManager(trust.getTrustManagers());
    }

    private KeyStore store() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
