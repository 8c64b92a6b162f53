package dev.larder.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The key of an origin whose name is {@code origin.test}, and its certificate, which it has signed itself. */
final class SelfSignedOrigin {

    private static final char[] PASSWORD = "secret".toCharArray();

    private final KeyStore keys;

    private SelfSignedOrigin(KeyStore keys) {
        this.keys = keys;
    }

    static SelfSignedOrigin create(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("origin.p12");
        var keytool = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "origin",
                "-keyalg",
                "EC",
                "-dname",
                "CN=origin.test",
                "-ext",
                "SAN=dns:origin.test",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString()));
        if (keytool.inheritIO().start().waitFor() != 0) {
            throw new IOException("keytool has failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream octets = Files.newInputStream(file)) {
            keys.load(octets, PASSWORD);
        }
        return new SelfSignedOrigin(keys);
    }

    X509Certificate certificate() throws GeneralSecurityException {
        return (X509Certificate) keys.getCertificate("origin");
    }

    KeyManagerFactory keyManagers() throws GeneralSecurityException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        return managers;
    }

    ServerSocketFactory sockets() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers().getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }
}
