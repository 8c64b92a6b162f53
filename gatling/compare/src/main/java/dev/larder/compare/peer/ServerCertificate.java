package dev.larder.compare.peer;

import dev.larder.compare.process.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The certificate of all servers whose clients use TLS, issued by itself.
 *
 * @param certificate file with the certificate (PEM)
 * @param key file with its private key (PEM)
 */
public record ServerCertificate(Path certificate, Path key) {

    /** Creates a certificate for loopback, with an elliptic curve's key, in a directory. */
    public static ServerCertificate create(Path directory) throws IOException, InterruptedException {
        var made = new ServerCertificate(directory.resolve("server.crt"), directory.resolve("server.key"));
        var command = List.of(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-keyout",
                made.key().toString(),
                "-out",
                made.certificate().toString());
        CommandRunner.run(command);
        return made;
    }

    List<String> springArguments() {
        return List.of(
                "--server.ssl.certificate=file:" + certificate, "--server.ssl.certificate-private-key=file:" + key);
    }

    String nginxDirectives() {
        return "ssl_certificate %s;%nssl_certificate_key %s;%n".formatted(certificate, key);
    }
}
