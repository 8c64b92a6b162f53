package dev.larder.disk.spool;

import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.StoredBodyUtils;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.ConstructedResponse.ByteRange;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Writes response content from files: from file to socket by the operating system if possible, otherwise in pieces. */
final class FileContentWriter {

    private FileContentWriter() {}

    /** Writes the content of a response to GET. */
    static Mono<Void> write(OpenBlob file, ConstructedResponse answer, ServerHttpResponse response) {
        if (!(answer instanceof ConstructedResponse.Parts)
                && response instanceof ZeroCopyHttpOutputMessage zeroCopy
                && isPlain(response)) {
            ByteRange range = answer instanceof ConstructedResponse.Part part
                    ? part.range()
                    : new ByteRange(0, file.length() - 1);
            return zeroCopy.writeWith(file.path(), range.first(), range.length());
        }
        Flux<byte[]> content;
        try {
            content = StoredBodyUtils.stream(answer, file.length(), (first, count) -> pieces(file, first, count));
        } catch (BodyGoneException gone) {
            return Mono.error(gone);
        }
        return response.writeWith(content.map(response.bufferFactory()::wrap));
    }

    /** Whether written bytes reach the client's connection unmodified. */
    private static boolean isPlain(ServerHttpResponse response) {
        if (!(response instanceof AbstractServerHttpResponse known)
                || !(known.getNativeResponse() instanceof HttpServerResponse server)
                || !(server instanceof HttpServerRequest request)
                || !request.version().equals(HttpVersion.HTTP_1_1)) {
            return false;
        }
        boolean[] plain = new boolean[1];
        server.withConnection(
                connection -> plain[0] = connection.channel().pipeline().get(SslHandler.class) == null);
        return plain[0];
    }

    private static Flux<byte[]> pieces(OpenBlob file, long first, long count) {
        PositionalReader channel = file.channel()::read;
        int pieces = Math.toIntExact((count + BodySpool.EMITTED - 1) / BodySpool.EMITTED);
        return Flux.range(0, pieces)
                .concatMap(
                        index -> {
                            long at = (long) index * BodySpool.EMITTED;
                            int length = (int) Math.min(BodySpool.EMITTED, count - at);
                            return BlockingFileTasks.call(
                                    FileIoScheduler.started(), () -> channel.readAll(first + at, length));
                        },
                        1);
    }
}
