package dev.larder.compare.peer;

import java.nio.file.Path;
import java.util.List;

/** Varnish with its memory store and threads enough for every connection; nobody reads its log. */
final class VarnishConfiguration {

    private VarnishConfiguration() {}

    static String vcl(int origin) {
        return """
                vcl 4.1;
                backend default {
                  .host = "127.0.0.1";
                  .port = "%d";
                }
                sub vcl_deliver {
                  if (obj.hits > 0) {
                    set resp.http.X-Cache = "HIT";
                  } else {
                    set resp.http.X-Cache = "MISS";
                  }
                }
                """.formatted(origin);
    }

    static List<String> command(Path vcl, Path directory, int port) {
        return List.of(
                "varnishd",
                "-F",
                "-j",
                "none",
                "-n",
                directory.toString(),
                "-a",
                "127.0.0.1:" + port,
                "-T",
                "none",
                "-f",
                vcl.toString(),
                "-s",
                "malloc,256m",
                "-p",
                "thread_pools=1",
                "-p",
                "thread_pool_min=200",
                "-p",
                "thread_pool_max=2000",
                "-p",
                "timeout_idle=3600");
    }
}
