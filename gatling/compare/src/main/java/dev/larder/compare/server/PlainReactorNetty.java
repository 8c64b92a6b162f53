package dev.larder.compare.server;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.util.AsciiString;
import reactor.netty.http.server.HttpServer;

/** Reactor Netty's server with one canned answer: what everything above it in the gateway can cost at most. */
public final class PlainReactorNetty {

    private PlainReactorNetty() {}

    /** Arguments: port, size of the body in octets. */
    public static void main(String[] args) {
        var size = Integer.parseInt(args[1]);
        var length = AsciiString.of(Integer.toString(size));
        ByteBuf body = FixedJsonBody.buffer(size);
        HttpServer.create()
                .host("127.0.0.1")
                .port(Integer.parseInt(args[0]))
                .handle((request, response) -> response.header(
                                HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                        .header(HttpHeaderNames.CONTENT_LENGTH, length)
                        .sendObject(body.duplicate()))
                .bindNow()
                .onDispose()
                .block();
    }
}
