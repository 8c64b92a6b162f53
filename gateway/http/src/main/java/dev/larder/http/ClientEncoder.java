package dev.larder.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;
import java.util.ArrayDeque;
import java.util.Queue;

/** Netty's HTTP/1.1 response encoder with the method of each request: a response to HEAD has no content. */
final class ClientEncoder extends HttpResponseEncoder {

    private final Queue<HttpMethod> unanswered = new ArrayDeque<>();

    void asked(HttpMethod method) {
        unanswered.add(method);
    }

    /** Called when the only unanswered request has been answered without this encoder. */
    void answered() {
        unanswered.clear();
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
