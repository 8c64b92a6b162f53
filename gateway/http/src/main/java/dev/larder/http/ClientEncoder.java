package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;
import java.util.ArrayDeque;
import java.util.Queue;

/** Netty's HTTP/1.1 response encoder with the method of each request: a response to HEAD has no content. */
final class ClientEncoder extends HttpResponseEncoder {

    /** Content up to this length is copied behind its head: two buffers cost the kernel more than that. */
    private static final int MAX_COPIED = 8 * 1024;

    private static final int EXPECTED_HEAD = 512;

    private final Queue<HttpMethod> unanswered = new ArrayDeque<>();

    void asked(HttpMethod method) {
        unanswered.add(method);
    }

    /** Called when the only unanswered request has been answered without this encoder. */
    void answered() {
        unanswered.clear();
    }

    @Override
    protected void encodeInitialLine(ByteBuf buffer, HttpResponse response) throws Exception {
        if (response instanceof FullHttpResponse whole) {
            int content = whole.content().readableBytes();
            if (content > 0 && content <= MAX_COPIED) {
                buffer.ensureWritable(EXPECTED_HEAD + content);
            }
        }
        super.encodeInitialLine(buffer, response);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            return super.isContentAlwaysEmpty(response);
        }
        HttpMethod method = unanswered.poll();
        return HttpMethod.HEAD.equals(method) || super.isContentAlwaysEmpty(response);
    }
}
