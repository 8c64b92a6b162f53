package dev.larder.disk.store;

/** The index cannot be read or written. */
final class FolderIndexException extends RuntimeException {

    private final boolean whileWriting;

    FolderIndexException(String message) {
        super(message);
        this.whileWriting = false;
    }

    FolderIndexException(RuntimeException cause, boolean whileWriting) {
        super(cause.toString(), cause);
        this.whileWriting = whileWriting;
    }

    /** Whether it may now disagree with what is known in the heap. */
    boolean isWhileWriting() {
        return whileWriting;
    }
}
