package dev.larder.gateway.filter.origin;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Mono;

/**
 * The response as what answers in place of an HTTP origin writes it. Filters have set what was in it before, and change it by their own
 * decorators and actions between this and the commit.
 */
final class AnsweredResponse extends ServerHttpResponseDecorator {

    private final @Nullable AnsweredResponse earlier;
    private final HttpHeaders before;
    private volatile @Nullable HttpHeaders written;

    /** @param earlier that of a filter which has passed the request on */
    AnsweredResponse(ServerHttpResponse response, @Nullable AnsweredResponse earlier) {
        super(response);
        this.earlier = earlier;
        this.before = fields();
    }

    /** Returns a copy of the fields and cookies. */
    private HttpHeaders fields() {
        var fields = new HttpHeaders();
        fields.addAll(getHeaders());
        getCookies()
                .values()
                .forEach(cookies -> cookies.forEach(cookie -> fields.add(HttpHeaders.SET_COOKIE, cookie.toString())));
        return fields;
    }

    private void written() {
        if (written == null) {
            written = fields();
        }
    }

    /** Returns the lower-case names of the fields of a committed response that are not as they were written, or were there before. */
    Set<String> others(HttpHeaders committed) {
        Set<String> others = new HashSet<>();
        HttpHeaders answer = Objects.requireNonNullElse(written(this), committed);
        for (HttpHeaders fields : List.of(before, answer, committed)) {
            for (String name : fields.headerNames()) {
                List<String> lines = committed.getOrEmpty(name);
                boolean own = lines.equals(answer.getOrEmpty(name)) && !before.containsHeader(name);
                if (!own && !isOfAll(lines)) {
                    others.add(name.toLowerCase(Locale.ROOT));
                }
            }
        }
        return others;
    }

    /** Returns whether the field's value is the same for all clients, as of Access-Control-Allow-Origin. */
    static boolean isOfAll(List<String> lines) {
        return lines.equals(List.of("*"));
    }

    /** A filter may answer after it has passed the request on. */
    private static @Nullable HttpHeaders written(@Nullable AnsweredResponse last) {
        if (last == null) {
            return null;
        }
        HttpHeaders own = last.written;
        return own != null ? own : written(last.earlier);
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        written();
        return super.writeWith(body);
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        written();
        return super.writeAndFlushWith(body);
    }

    @Override
    public Mono<Void> setComplete() {
        written();
        return super.setComplete();
    }
}
