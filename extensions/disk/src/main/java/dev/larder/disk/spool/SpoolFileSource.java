package dev.larder.disk.spool;

import dev.larder.disk.store.BlobWriter;
import java.io.IOException;

/** Creates spool files. */
public interface SpoolFileSource {

    /** Creates a file; blocks. */
    BlobWriter create() throws IOException;

    /** Reports a file that was given up because it was written more slowly than its body arrived; called once for each. */
    void tooSlow();
}
