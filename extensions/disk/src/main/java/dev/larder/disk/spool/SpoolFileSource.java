package dev.larder.disk.spool;

import dev.larder.disk.store.BlobWriter;
import java.io.IOException;

/** Where files come from. */
public interface SpoolFileSource {

    /** A new one; blocks. */
    BlobWriter create() throws IOException;

    /** They are written more slowly than bodies arrive; told once for each that is given up for that. */
    void tooSlow();
}
