package dev.larder.gateway.exchange;

import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** One request to the origin, which a test answers. What is sent of its content is recorded, with a full stop for the end. */
public final class ManualCall implements OriginCall {

    public final RequestHead head;
    public final OriginResponseListener listener;
    final StringBuilder sent = new StringBuilder();
    public boolean paused;
    public boolean cancelled;
    boolean writable = true;

    ManualCall(RequestHead head, OriginResponseListener listener) {
        this.head = head;
        this.listener = listener;
    }

    /** Sends the head of a response. */
    public void head(int status, String... fields) {
        listener.head(new ResponseHead(status, HeaderFields.of(fields)), false);
    }

    /** Sends a whole response, which arrives in pieces. */
    public void answer(int status, String content, String... fields) {
        head(status, fields);
        answerRest(content);
    }

    /** Sends octets of the content. */
    public void data(String content) {
        listener.data(ExchangeFixture.octets(content));
        listener.received();
    }

    /** Sends the last octets and the end of a response. */
    public void answerRest(String content) {
        if (!content.isEmpty()) {
            listener.data(ExchangeFixture.octets(content));
        }
        listener.end(HeaderFields.EMPTY);
    }

    @Override
    public void send(ByteBuf content) {
        sent.append(content.toString(StandardCharsets.US_ASCII));
        content.release();
    }

    @Override
    public void sendLast(HeaderFields trailers) {
        sent.append('.');
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
