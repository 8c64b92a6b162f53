package dev.larder.rpc;

import com.google.protobuf.ByteString;
import dev.larder.rpc.v1.Head;

/** Where the parts of one document go. */
interface DocumentReceiver {

    /** First its head. */
    void head(Head head);

    /** Then its content, piece by piece; the next only when it is ready for that. */
    void chunk(ByteString chunk);

    /** Runs this once, as soon as there is room for another piece. */
    void whenReady(Runnable next);
}
