package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.ReadExchange;
import dev.larder.gateway.write.WriteExchange;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** An exchange that can be carried out at its connection. Called on the connection's event loop. */
public interface ConnectionTask {

    /** Is told once how an exchange has ended, unless its client leaves. */
    interface Completion {

        /**
         * The response is complete.
         *
         * @param last whether it is the last of its connection
         */
        void complete(boolean last);

        /** There will be no response: the server behind is to answer. */
        void fail(Throwable error);
    }

    /** Prepares exchanges. */
    interface Factory {

        /** Returns whether a request may be carried out at its connection, as far as its head tells by itself. */
        boolean isPlain(HttpRequest request);

        /**
         * Prepares the exchange of a request; null if it has to go the usual way.
         *
         * @param content the content, which an exchange takes over; empty if there is none
         * @param arriving the content that arrives later; null if all of it has been received
         * @param client where the response is written
         * @param listener the server socket that has received it
         * @param completion told how the exchange has ended
         */
        @Nullable
        ConnectionTask prepare(
                HttpRequest request,
                ByteBuf content,
                @Nullable ConnectionContent arriving,
                ChannelHandlerContext client,
                ServerListener listener,
                Completion completion);

        /** Called once for each prepared exchange, when its response is complete or its client has left. */
        void release();
    }

    void begin();

    /** Called when the response is complete, or the server behind is to answer. */
    default void ended() {}

    /** Called when the client has left before the end of its response. */
    void clientLeft();

    /** Called when the client keeps up again. */
    void clientWritable();

    /** Returns the exchange of a request that may be answered from the store. */
    static ConnectionTask of(ReadExchange exchange) {
        return new ConnectionTask() {

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
    static ConnectionTask of(WriteExchange exchange) {
        return new ConnectionTask() {

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
