package dev.larder.gateway.filter.origin;

import dev.larder.gateway.store.HeapBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import reactor.core.publisher.BaseSubscriber;

/** Reads a body that has been received completely and delivers its content as one array. */
final class BodyAggregator extends BaseSubscriber<ByteBuf> {

    private final Consumer<byte[]> gathered;
    private final Consumer<Throwable> failed;
    private final List<byte[]> pieces = new ArrayList<>(1);
    private int length;

    /**
     * Creates a reader that passes the content to {@code gathered}.
     *
     * @param failed called with the error if the body cannot be read
     */
    BodyAggregator(Consumer<byte[]> gathered, Consumer<Throwable> failed) {
        this.gathered = gathered;
        this.failed = failed;
    }

    @Override
    protected void hookOnNext(ByteBuf piece) {
        pieces.add(ByteBufUtil.getBytes(piece));
        length += piece.readableBytes();
    }

    @Override
    protected void hookOnComplete() {
        gathered.accept(HeapBody.of(pieces, length).bytes());
    }

    @Override
    protected void hookOnError(Throwable error) {
        failed.accept(error);
    }
}
