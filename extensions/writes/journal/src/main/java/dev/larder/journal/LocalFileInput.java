package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A file open for reading. */
final class LocalFileInput implements LogDirectory.Input {

    private final FileChannel channel;

    LocalFileInput(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public long length() throws IOException {
        return channel.size();
    }

    @Override
    public int read(ByteBuffer into, long at) throws IOException {
        return channel.read(into, at);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
