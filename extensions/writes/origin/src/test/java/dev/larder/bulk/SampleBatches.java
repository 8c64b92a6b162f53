package dev.larder.bulk;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Batches as a gateway sends them. */
public final class SampleBatches {

    /** The boundary of multipart batches. */
    public static final String BOUNDARY = "--=_x";

    private SampleBatches() {}

    /** Requests with these contents, with Content-IDs 0, 1 and so on. */
    public static byte[] multipart(List<String> contents) {
        var text = new StringBuilder();
        for (int i = 0; i < contents.size(); i++) {
            text.append("--" + BOUNDARY + "\r\n")
                    .append("Content-Type: application/http; msgtype=request\r\nContent-ID: <" + i + ">\r\n\r\n")
                    .append("POST /notes?n=" + i + " HTTP/1.1\r\nHost: origin\r\nX-Number: " + i + "\r\n\r\n")
                    .append(contents.get(i))
                    .append("\r\n");
        }
        return text.append("--" + BOUNDARY + "--\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }
}
