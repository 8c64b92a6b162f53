package dev.larder.gateway.connection;

import dev.larder.gateway.filter.SelectedRepresentation;
import dev.larder.rfc9111.EntityTag;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.compression.CompressionOptions;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.core.Ordered;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Makes the server's own compression (Boot's {@code server.compression}) what RFC 9110 asks of a content coding that is applied
 * under way: a compressed response is another representation, with a weak tag (8.8.1), and varies by Accept-Encoding (12.5.5);
 * digests of the plain octets go (RFC 9530 2). HEAD (9.3.2) and 304 (15.4.5) say what GET and 200 would. Parts (15.3.7), encoded
 * responses and those with {@code no-transform} (7.7) stay as they are. Does nothing if the server does not compress.
 */
public final class ResponseCompression implements NettyServerCustomizer, Ordered {

    private static final String HANDLER = "larder.compression";
    private static final List<String> OF_OCTETS = List.of("Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    /** The server asks no predicate about responses below the minimum size, 304 included; so the minimum is one here. */
    @Override
    public HttpServer apply(HttpServer server) {
        BiPredicate<HttpServerRequest, HttpServerResponse> predicate =
                server.configuration().compressPredicate();
        int minimum = server.configuration().minCompressionSize();
        if (predicate == null && minimum < 0) {
            return server;
        }
        BiPredicate<HttpServerRequest, HttpServerResponse> large = (request, response) -> isLarge(response, minimum);
        BiPredicate<HttpServerRequest, HttpServerResponse> wanted =
                onlyWhole(predicate == null ? large : large.and(predicate));
        return server.compress(0).compress(chosen(wanted)).doOnConnection(connection -> watch(connection, wanted));
    }

    private static boolean isLarge(HttpServerResponse response, int minimum) {
        String length = response.responseHeaders().get(HttpHeaderNames.CONTENT_LENGTH);
        try {
            return length == null || Long.parseLong(length) >= minimum;
        } catch (NumberFormatException malformed) {
            return false;
        }
    }

    /** Behind those that switch compression on. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    private static BiPredicate<HttpServerRequest, HttpServerResponse> onlyWhole(
            BiPredicate<HttpServerRequest, HttpServerResponse> wanted) {
        return (request, response) -> isWhole(response) && wanted.test(request, response);
    }

    /** The server asks before each response with content, whose head may have been copied by then. */
    private static BiPredicate<HttpServerRequest, HttpServerResponse> chosen(
            BiPredicate<HttpServerRequest, HttpServerResponse> wanted) {
        return (request, response) -> {
            boolean chosen = wanted.test(request, response);
            if (chosen) {
                response.withConnection(connection -> {
                    if (connection.channel().pipeline().get(HANDLER) instanceof Head head) {
                        head.chosen = true;
                    }
                });
            }
            return chosen;
        };
    }

    /** Called for each request. The head is changed behind the server's encoder, which tells there what it has encoded. */
    private static void watch(Connection connection, BiPredicate<HttpServerRequest, HttpServerResponse> wanted) {
        ChannelPipeline pipeline = connection.channel().pipeline();
        if (!(connection instanceof HttpServerRequest request)
                || !(connection instanceof HttpServerResponse response)
                || pipeline.get(NettyPipeline.HttpTrafficHandler) == null) {
            return;
        }
        if (pipeline.get(HANDLER) != null) {
            pipeline.remove(HANDLER);
        }
        boolean head = HttpMethod.HEAD.equals(request.method());
        SelectedRepresentation.take(connection.channel());
        pipeline.addBefore(
                NettyPipeline.HttpTrafficHandler,
                HANDLER,
                new Head(request.requestHeaders(), head, fields -> test(wanted, request, response, fields)));
    }

    /** The server asks by the fields of a response; those that the response leaves out are added meanwhile. */
    private static boolean test(
            BiPredicate<HttpServerRequest, HttpServerResponse> wanted,
            HttpServerRequest request,
            HttpServerResponse response,
            HttpHeaders leftOut) {
        HttpHeaders fields = response.responseHeaders();
        HttpHeaders before = fields.copy();
        try {
            fields.setAll(leftOut);
            return wanted.test(request, response);
        } finally {
            leftOut.names().forEach(name -> fields.set(name, before.getAll(name)));
        }
    }

    private static boolean isWhole(HttpServerResponse response) {
        HttpHeaders fields = response.responseHeaders();
        return !HttpResponseStatus.PARTIAL_CONTENT.equals(response.status())
                && !fields.contains(HttpHeaderNames.CONTENT_RANGE)
                && !fields.contains(HttpHeaderNames.CONTENT_ENCODING)
                && fields.getAll(HttpHeaderNames.CACHE_CONTROL).stream()
                        .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    /** Changes the head of one response. */
    private static final class Head extends ChannelOutboundHandlerAdapter {

        private final HttpHeaders request;
        private final boolean toHead;
        private final Predicate<HttpHeaders> likeWhole;
        private boolean chosen;

        /**
         * @param toHead whether the request is HEAD
         * @param likeWhole whether the server would compress the response to a GET with the fields of this one and these
         */
        Head(HttpHeaders request, boolean toHead, Predicate<HttpHeaders> likeWhole) {
            this.request = request;
            this.toHead = toHead;
            this.likeWhole = likeWhole;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof HttpResponse response
                    && response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
                change(response, SelectedRepresentation.take(context.channel()));
                context.pipeline().remove(this);
            }
            context.write(message, promise);
        }

        private void change(HttpResponse response, @Nullable HttpHeaders selected) {
            HttpHeaders fields = response.headers();
            if (HttpResponseStatus.NOT_MODIFIED.equals(response.status())) {
                boolean compressible = selected == null ? matchesWeakTag(fields) : likeWhole.test(selected);
                if (compressible) {
                    vary(fields);
                }
                if (compressible && isOffered()) {
                    weaken(fields);
                }
                return;
            }
            boolean head = toHead && !chosen && likeWhole.test(EmptyHttpHeaders.INSTANCE);
            if (chosen || head) {
                vary(fields);
            }
            if (head ? isOffered() : chosen && fields.contains(HttpHeaderNames.CONTENT_ENCODING)) {
                weaken(fields);
                OF_OCTETS.forEach(fields::remove);
                if (head) {
                    // The length of the compressed content is not known before it is compressed.
                    fields.remove(HttpHeaderNames.CONTENT_LENGTH);
                }
            }
        }

        /** Whether a compressed response would be. */
        private boolean isOffered() {
            String accepted = String.join(",", request.getAll(HttpHeaderNames.ACCEPT_ENCODING));
            return !accepted.isEmpty() && new Encoder().canEncode(accepted);
        }

        private static void vary(HttpHeaders fields) {
            boolean varies = elements(fields.getAll(HttpHeaderNames.VARY))
                    .anyMatch(name -> name.equals("*") || name.equalsIgnoreCase("Accept-Encoding"));
            if (!varies) {
                fields.add(HttpHeaderNames.VARY, "Accept-Encoding");
            }
        }

        private static Stream<String> elements(List<String> lines) {
            return lines.stream().flatMap(line -> Stream.of(line.split(","))).map(String::strip);
        }

        /** Where a 304 is not about a stored response, the client alone knows whether that is compressed. */
        private boolean matchesWeakTag(HttpHeaders fields) {
            String tag = fields.get(HttpHeaderNames.ETAG);
            return tag != null
                    && request.getAll(HttpHeaderNames.IF_NONE_MATCH).stream()
                            .anyMatch(line -> line.contains("W/" + tag));
        }

        private static void weaken(HttpHeaders fields) {
            String tag = fields.get(HttpHeaderNames.ETAG);
            if (tag != null) {
                EntityTag.parse(tag)
                        .filter(strong -> !strong.isWeak())
                        .ifPresent(strong ->
                                fields.set(HttpHeaderNames.ETAG, new EntityTag(true, strong.opaque()).toString()));
            }
        }
    }

    /** Chooses as the server's encoder does. */
    private static final class Encoder extends HttpContentCompressor {

        Encoder() {
            super(0, new CompressionOptions[0]);
        }

        boolean canEncode(String accepted) {
            return determineEncoding(accepted) != null;
        }
    }
}
