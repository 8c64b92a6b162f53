package dev.larder.acceptance.rpc;

import dev.larder.acceptance.kit.SelfSignedKey;
import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.security.GeneralSecurityException;

/** Credentials of callers that trust the server with one key. */
final class CallerCredentials {

    private CallerCredentials() {}

    /** Of a client that shows no certificate. */
    static ChannelCredentials trusting(SelfSignedKey server) throws IOException, GeneralSecurityException {
        return builder(server).build();
    }

    /** Of a client that shows a certificate. */
    static ChannelCredentials trusting(SelfSignedKey server, SelfSignedKey client)
            throws IOException, GeneralSecurityException {
        return builder(server).keyManager(client.keyManagers().getKeyManagers()).build();
    }

    private static TlsChannelCredentials.Builder builder(SelfSignedKey server)
            throws IOException, GeneralSecurityException {
        return TlsChannelCredentials.newBuilder()
                .trustManager(server.trustManagers().getTrustManagers());
    }
}
