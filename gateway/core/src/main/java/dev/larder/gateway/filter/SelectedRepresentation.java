package dev.larder.gateway.filter;

import dev.larder.gateway.message.ClientRequest;
import dev.larder.http.ClientConnection;
import dev.larder.rfc9111.StoredResponse;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The fields of a stored response that a 304 leaves out, by which the server decides whether it compresses the response itself. They
 * are kept with the connection until the 304 is sent.
 */
public final class SelectedRepresentation {

    private static final AttributeKey<HttpHeaders> FIELDS =
            AttributeKey.valueOf(SelectedRepresentation.class, "fields");

    private static final String LENGTH = "Content-Length";

    private SelectedRepresentation() {}

    /** Tells the connection of a request for which response a 304 stands. */
    public static void tell(ServerHttpRequest request, StoredResponse stored) {
        ClientConnection.channel(ClientRequest.of(request)).ifPresent(channel -> {
            HttpHeaders fields = new DefaultHttpHeaders(false);
            for (String name : List.of("Content-Type", "Content-Encoding")) {
                fields.add(name, stored.head().fields().values(name));
            }
            if (stored.body().length() >= 0) {
                fields.set(LENGTH, Long.toString(stored.body().length()));
            }
            channel.attr(FIELDS).set(fields);
        });
    }

    /** Returns what is told, once; null if nothing is. */
    public static @Nullable HttpHeaders take(Channel channel) {
        return channel.attr(FIELDS).getAndSet(null);
    }
}
