package dev.larder.entitytags;

import java.util.List;
import reactor.core.publisher.Flux;

/** Result of holding a body back to compute its tag. */
sealed interface BodyBufferResult {

    /** The complete content. */
    record Whole(List<byte[]> pieces, long length) implements BodyBufferResult {}

    /** Content that exceeded the limit on size or time, streamed from its beginning. */
    record Streaming(Flux<byte[]> body) implements BodyBufferResult {}
}
