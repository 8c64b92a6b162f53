package dev.larder.experiments.traffic;

/**
 * A request.
 *
 * @param method of HTTP
 * @param target path and query
 * @param size of the body that a read is answered with, or -1 if it is not to be looked at
 */
public record ExperimentRequest(String method, String target, long size) {

    /** A read of a body of that size. */
    public static ExperimentRequest get(String target, long size) {
        return new ExperimentRequest("GET", target, size);
    }

    /** Whether it changes nothing. */
    public boolean isRead() {
        return method.equals("GET");
    }

    /** What is read or written, however it is asked for. */
    public String path() {
        var query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}
