package dev.larder.rpc;

import com.google.protobuf.ByteString;
import dev.larder.rpc.v1.Head;

/** Receives the parts of one document. */
interface DocumentReceiver {

    /** Receives the head, first. */
    void head(Head head);

    /** Receives a piece of content; called only after the receiver is ready for it. */
    void chunk(ByteString chunk);

    /** Runs this once, as soon as there is space for another piece. */
    void whenReady(Runnable next);
}
