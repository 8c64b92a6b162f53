package dev.larder.gateway.connection;

import dev.larder.gateway.connection.CachedRequestHead.Listener;
import dev.larder.gateway.exchange.Exchange;
import dev.larder.gateway.exchange.WriteExchange;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** An exchange that can be carried out at its connection. Called on the connection's event loop. */
public interface ConnectionExchange {

    /** Is told once how an exchange has ended, unless its client leaves. */
    interface Completion {

        /** The response is complete. */
        void complete();

        /** There will be no response: the server behind is to answer. */
        void fail(Throwable error);
    }

    /** Prepares exchanges. */
    interface Factory {

        /** Returns whether a request may be carried out at its connection, as far as its head tells by itself. */
        boolean isPlain(HttpRequest request);

        /**
         * Prepares the exchange of a request that has been received completely; null if it has to go the usual way.
         *
         * @param content the content, which an exchange takes over; empty if there is none
         * @param client where the response is written
         * @param listener the server socket that has received it
         * @param completion told how the exchange has ended
         */
        @Nullable
        ConnectionExchange prepare(
                HttpRequest request,
                ByteBuf content,
                ChannelHandlerContext client,
                Listener listener,
                Completion completion);

        /** Called once for each prepared exchange, when its response is complete or its client has left. */
        void ended();
    }

    void begin();

    /** Called when the client has left before the end of its response. */
    void clientLeft();

    /** Called when the client keeps up again. */
    void clientWritable();

    /** Returns the exchange of a request that may be answered from the store. */
    static ConnectionExchange of(Exchange exchange) {
        return new ConnectionExchange() {

            @Override
            public void begin() {
                exchange.begin();
            }

            @Override
            public void clientLeft() {
                exchange.clientLeft();
            }

            @Override
            public void clientWritable() {
                exchange.clientWritable();
            }
        };
    }

    /** Returns the exchange of an unsafe request. */
    static ConnectionExchange of(WriteExchange exchange) {
        return new ConnectionExchange() {

            @Override
            public void begin() {
                exchange.begin();
            }

            @Override
            public void clientLeft() {
                exchange.clientLeft();
            }

            @Override
            public void clientWritable() {
                exchange.clientWritable();
            }
        };
    }
}
