package dev.larder.acceptance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key with a certificate that it has signed itself, of the loopback, in a file.
 *
 * @param file key store and trust store in one
 */
public record SelfSignedKey(Path file) {

    /** Password of the file. */
    public static final String PASSWORD = "of-a-test";

    private static final String ALIAS = "key";

    /** Creates a key in a file that does not exist yet. */
    public static SelfSignedKey made(Path file) throws IOException, InterruptedException {
        int made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
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

    /** Returns what shows the certificate. */
    public KeyManagerFactory keyManagers() throws IOException, GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store(), PASSWORD.toCharArray());
        return managers;
    }

    /** Returns what trusts the certificate, and no other. */
    public TrustManagerFactory trustManagers() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(ALIAS, store().getCertificate(ALIAS));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers;
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }
}
