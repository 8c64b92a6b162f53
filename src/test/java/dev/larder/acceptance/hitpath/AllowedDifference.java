package dev.larder.acceptance.hitpath;

/** What may differ between levels, because it depends on time or on ports. Everything else must be the same. */
enum AllowedDifference {
    DATE("responses", "the value of Date"),
    ORDER("messages", "the order of field lines with different names"),
    NAME("requests at the origin", "upper and lower case of field names"),
    CLIENT_PORT("requests at the origin", "the port of the client"),
    ORIGIN_PORT("requests at the origin", "the port of the origin"),
    REPEATED(
            "requests at the origin",
            "whether a safe request arrives once more when the origin closes without a response (RFC 9112 9.3.1)"),
    INCOMPLETE("requests at the origin", "how much arrives of a request that its client breaks off");

    private final String where;
    private final String what;

    AllowedDifference(String where, String what) {
        this.where = where;
        this.what = what;
    }

    @Override
    public String toString() {
        return where + ": " + what;
    }
}
