package dev.larder.gateway.connection;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.List;

/**
 * The client that a request came from.
 *
 * @param connection where the response is written
 * @param meters meters of its route
 * @param responseFilters filters of its route that change responses
 * @param start when the request had been received
 * @param drawn whether a hit is to be inspected
 * @param contentArrives whether content arrives after the head
 * @param relayed whether an intermediary has forwarded the request
 * @param completion told how the exchange has ended
 */
record RequestingClient(
        ChannelHandlerContext connection,
        RouteMeters meters,
        ResponseFilters responseFilters,
        long start,
        boolean drawn,
        boolean contentArrives,
        boolean relayed,
        ConnectionTask.Completion completion) {

    private static final String LINK = "Link";
    private static final List<String> INTERMEDIARIES = List.of("Via", "Forwarded", "X-Forwarded-For");

    EventLoop eventLoop() {
        return connection.channel().eventLoop();
    }

    ExchangeLoop loop() {
        return ExchangeLoop.of(eventLoop());
    }

    ConnectionOrigin.Asking asking() {
        return new ConnectionOrigin.Asking(eventLoop(), isStream(), () -> meters);
    }

    boolean isStream() {
        return connection.channel() instanceof Http2StreamChannel;
    }

    /**
     * Returns early hints as the filters of the route leave them. Without fields if they must not be sent: an intermediary that
     * speaks HTTP/1.1 may take them for the final response, and each further response for that to the next request (RFC 8297 3).
     */
    ResponseHead hints(ResponseHead head) {
        HeaderFields.Builder links = HeaderFields.builder();
        if (isStream() || !relayed) {
            responseFilters.applyTo(head).fields().values(LINK).forEach(link -> links.add(LINK, link));
        }
        return head.withFields(links.build());
    }

    /** Returns whether an intermediary says that it has forwarded a request. */
    static boolean isRelayed(HttpHeaders fields) {
        return INTERMEDIARIES.stream().anyMatch(fields::contains);
    }
}
