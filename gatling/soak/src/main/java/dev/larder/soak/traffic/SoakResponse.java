package dev.larder.soak.traffic;

/** An answer that has arrived whole. */
final class SoakResponse {

    private final int status;
    private final String cacheStatus;
    private final byte[] content;

    /** Of that status, with that field Cache-Status, or nothing, and that content, which nobody changes. */
    SoakResponse(int status, String cacheStatus, byte[] content) {
        this.status = status;
        this.cacheStatus = cacheStatus;
        this.content = content;
    }

    int status() {
        return status;
    }

    String cacheStatus() {
        return cacheStatus;
    }

    byte[] content() {
        return content;
    }

    /** Whether the cache has answered from what it had (RFC 9211). */
    boolean isHit() {
        return cacheStatus.contains("; hit");
    }
}
