{{/* Fig. 1 of the TracerX paper: is there a path from node 1 to node N that is
shorter than BOUND? The assumption about next is how the figure has to be read.
A pair of nodes without an edge has the distance FAR. */ -}}
#define N {{.N}}
#define BOUND {{.Bound}}
#define FAR {{.Far}}

static void error_1(void) {}

static const int graph[N + 1][N + 1] = {
{{- range .Rows}}
    {{"{"}}{{.}}{{"}"}},
{{- end}}
};

int main(void)
{
    int node = 1, d = 0;
    while (node < N) {
        int next = __VERIFIER_nondet_int();
        assume(node < next && next <= N);
        for (int i = node + 1; i <= N; i++) {
            if (next == i) {
                d += graph[node][next];
                break;
            }
        }
        node = next;
    }
    if (!(d >= BOUND))
        ERROR(1);
    return 0;
}
